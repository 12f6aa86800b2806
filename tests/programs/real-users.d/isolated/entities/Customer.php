<?php
namespace Shop;

use Doctrine\Common\Collections\{ArrayCollection, Collection};
use Doctrine\ORM\Mapping as ORM;

#[ORM\Entity]
#[ORM\HasLifecycleCallbacks]
class Customer
{
    #[ORM\Id, ORM\GeneratedValue, ORM\Column]
    public ?int $id = null;

    #[ORM\OneToMany(targetEntity: Purchase::class, mappedBy: 'customer', cascade: ['persist'])]
    #[ORM\OrderBy(['item' => 'ASC'])]
    public Collection $purchases;

    /** What the callbacks of the entity have seen. */
    public array $seen = [];

    public function __construct(
        #[ORM\Column(length: 50, unique: true)] public string $name,
        #[ORM\Column(type: 'json')] public array $settings,
    ) {
        $this->purchases = new ArrayCollection;
    }

    #[ORM\PrePersist]
    #[ORM\PreUpdate]
    #[ORM\PostLoad]
    public function note(): void
    {
        static $calls = 0;
        usleep(500);
        $this->seen[] = ++$calls . ' for ' . \Account::$name;
    }
}
