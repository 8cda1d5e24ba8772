"""The net as torch knows it; `chapterhouse.bots.net` holds the same for play."""

from __future__ import annotations

from typing import cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import layer_norm

from chapterhouse.bots.net import EPSILON
from chapterhouse.kernel.record import Row


class Block(nn.Module):
    """x + second(relu(first(norm(x))))."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        return x + cast(Tensor, self.second(torch.relu(self.first(layer_norm(x, x.shape[-1:], eps=EPSILON)))))


class Model(nn.Module):
    """From features to a number for each action and two for each seat, the own seat first: win, rivals beaten."""

    def __init__(self, shape: Row) -> None:
        super().__init__()
        self.shape = np.asarray(shape, np.int32)
        features, width, blocks, actions, seats = (int(n) for n in shape)
        self.input = nn.Linear(features, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.policy, self.seats = nn.Linear(width, actions), nn.Linear(width, 2 * seats)
        with torch.no_grad():
            # begin with every action as likely and every seat as strong
            for head in (self.policy, self.seats):
                head.weight.zero_()
                head.bias.zero_()

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        x = torch.relu(self.input(x))
        for block in self.blocks:
            x = block(x)
        x = layer_norm(x, x.shape[-1:], eps=EPSILON)
        return self.policy(x), self.seats(x)

    def matrices(self) -> dict[str, Tensor]:
        """The weights under the names and in the order of inputs and outputs that `bots.net` wants."""
        weights = {"input": self.input.weight.T, "input_bias": self.input.bias}
        for i, block in enumerate(self.blocks):
            assert isinstance(block, Block)
            weights |= {f"first_{i}": block.first.weight.T, f"first_bias_{i}": block.first.bias}
            weights |= {f"second_{i}": block.second.weight.T, f"second_bias_{i}": block.second.bias}
        weights |= {"policy": self.policy.weight, "policy_bias": self.policy.bias}
        weights |= {"seats": self.seats.weight, "seats_bias": self.seats.bias}
        return weights

    def arrays(self) -> dict[str, Row]:
        """The same as NumPy arrays."""
        return {name: tensor.detach().float().cpu().numpy() for name, tensor in self.matrices().items()}

    def take(self, shape: Row, given: dict[str, Row]) -> None:
        """Take over the arrays of a saved net of this shape."""
        if shape.tolist() != self.shape.tolist():
            raise ValueError(f"the net has the shape {shape.tolist()} in place of {self.shape.tolist()}")
        with torch.no_grad():
            for name, tensor in self.matrices().items():
                tensor.copy_(torch.as_tensor(given[name]))
