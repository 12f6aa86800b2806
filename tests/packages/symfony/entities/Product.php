<?php

namespace Shop;

use Doctrine\ORM\Mapping as ORM;

#[ORM\Entity(repositoryClass: \Products::class), ORM\Table('product')]
class Product
{
    #[ORM\Id, ORM\Column]
    public int $id;
    #[ORM\Column(unique: true)]
    public string $name;
    #[ORM\Column]
    public bool $hidden = false;
    public function __construct(int $id, string $name, bool $hidden = false)
    {
        [$this->id, $this->name, $this->hidden] = [$id, $name, $hidden];
    }
}
