<?php

namespace Shop;

use Doctrine\ORM\Mapping as ORM;

#[ORM\Entity, ORM\Table('sale')]
class Sale
{
    #[ORM\Id, ORM\Column, ORM\GeneratedValue]
    public ?int $id = null;
    #[ORM\ManyToOne]
    public Product $product;
    #[ORM\Column]
    public int $number;
    #[ORM\Column]
    public string $kind;
    public function __construct(Product $product, int $number, string $kind)
    {
        [$this->product, $this->number, $this->kind] = [$product, $number, $kind];
    }
}
