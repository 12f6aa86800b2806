<?php
namespace Shop;

use DateTimeImmutable;
use Doctrine\ORM\Mapping as ORM;

#[ORM\Entity]
class Purchase
{
    #[ORM\Id, ORM\GeneratedValue, ORM\Column]
    public ?int $id = null;

    public function __construct(
        #[ORM\ManyToOne(inversedBy: 'purchases')] public Customer $customer,
        #[ORM\Column(length: 50)] public string $item,
        #[ORM\Column(type: 'decimal', precision: 8, scale: 2)] public string $price,
        #[ORM\Column(type: 'datetimetz_immutable')] public DateTimeImmutable $bought,
    ) {
    }
}
