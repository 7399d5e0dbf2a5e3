"""How full the leaves of a Btrfs are that holds a directory, by the order in which its small files reach the tree: leaves.py DIR...

It inserts the items that `cp -a` of the directory makes, and splits and pushes leaves as the kernel does (push_leaf_right, push_leaf_left,
split_leaf and push_for_double_split of fs/btrfs/ctree.c). Inodes and names come file by file. What small files hold comes later, when it is
written back, and by several threads that compress: so not quite in the order of the inodes. A place in line may be late by as many files as the
column says. zlib stands for zstd. Neighbours are all leaves, where the kernel has those below one node of 493.
"""

import bisect
import os
import random
import sys
import zlib

BLOCK = 16384
ROOM = BLOCK - 101
ITEM = 25
INODE, REFERENCE, ENTRY, EXTENT = 160, 10, 30, 21
INODE_KEY, REFERENCE_KEY, HASH_KEY, INDEX_KEY, EXTENT_KEY = 1, 12, 84, 96, 108


class Leaf:
    def __init__(self, keys, sizes):
        self.keys, self.sizes, self.used = keys, sizes, sum(sizes)

    def free(self):
        return ROOM - self.used

    def take(self, begin, end):
        keys, sizes = self.keys[begin:end], self.sizes[begin:end]
        del self.keys[begin:end], self.sizes[begin:end]
        self.used -= sum(sizes)
        return keys, sizes

    def put(self, slot, keys, sizes):
        self.keys[slot:slot], self.sizes[slot:slot] = keys, sizes
        self.used += sum(sizes)


class Tree:
    """The leaves in order. A place is the number of a leaf and a slot in it."""

    def __init__(self):
        self.leaves, self.first = [Leaf([], [])], [(-1,)]

    def insert(self, keys, sizes):
        """Items that follow one another; each with the 25 bytes in front of the leaf that point to it."""
        sizes = [ITEM + size for size in sizes]
        number = max(0, bisect.bisect_right(self.first, keys[0]) - 1)
        slot = bisect.bisect_left(self.leaves[number].keys, keys[0])
        if self.leaves[number].free() < sum(sizes):
            number, slot = self.make_room(number, slot, sum(sizes))
        self.leaves[number].put(slot, keys, sizes)
        if slot == 0 and number > 0:
            self.first[number] = keys[0]

    def pushed(self, leaf, order, slot, data, free, is_last):
        """How many items of the leaf go to a neighbour with so much room, taken in this order; as many as help the new one."""
        space = data if is_last else 0
        count = 0
        for i in order:
            beyond = i < slot if order.step < 0 else slot < i
            if count and (beyond or (i == slot and leaf.free() + space * 2 > free)):
                break
            space += data if i == slot else 0
            if leaf.sizes[i] + space > free:
                break
            space += leaf.sizes[i]
            count += 1
        return count

    def push_right(self, number, slot, data, least):
        if number + 1 == len(self.leaves) or self.leaves[number + 1].free() < data:
            return None
        leaf, right = self.leaves[number], self.leaves[number + 1]
        items = len(leaf.keys)
        if slot == items:
            return number + 1, 0
        count = self.pushed(leaf, range(items - 1, max(1, least) - 1, -1), slot, data, right.free(), False)
        if count == 0:
            return None
        right.put(0, *leaf.take(items - count, items))
        self.first[number + 1] = right.keys[0]
        return (number, slot) if slot < items - count else (number + 1, slot - items + count)

    def push_left(self, number, slot, data, most):
        if number == 0 or self.leaves[number - 1].free() < data:
            return None
        leaf, left = self.leaves[number], self.leaves[number - 1]
        count = self.pushed(leaf, range(0, min(len(leaf.keys) - 1, most)), slot, data, left.free(), False)
        if count == 0:
            return None
        items = len(left.keys)
        left.put(items, *leaf.take(0, count))
        self.first[number] = leaf.keys[0]
        return (number - 1, items + slot) if slot < count else (number, slot - count)

    def needed(self, number, slot, data, is_right):
        leaf = self.leaves[number]
        return data - (leaf.free() if (slot < len(leaf.keys) if is_right else slot > 0) else 0)

    def make_room(self, number, slot, data):
        """The place where so much fits: by pushing to a neighbour, else by splitting."""
        place = self.push_right(number, slot, self.needed(number, slot, data, True), 0)
        if place is None:
            place = self.push_left(number, slot, self.needed(number, slot, data, False), 1 << 30)
        number, slot = place or (number, slot)
        has_pushed = False
        while self.leaves[number].free() < data:
            leaf = self.leaves[number]
            items = len(leaf.keys)
            middle = (items + 1) // 2
            side = leaf.sizes[middle:] if middle <= slot else leaf.sizes[:middle]
            is_double = False
            if items == 1 or sum(side) + data > ROOM:
                if slot in (0, items):
                    # A leaf of its own.
                    at = number + (slot > 0)
                    self.leaves.insert(at, Leaf([], []))
                    self.first.insert(at, (-1,) if at == 0 else self.first[number])
                    if slot == 0:
                        self.first[number + 1] = leaf.keys[0]
                    return at, 0
                middle = slot
                is_double = sum(leaf.sizes[middle:]) + data > ROOM
                if is_double and not has_pushed:
                    has_pushed = True
                    number, slot = self.push_both(number, slot, data)
                    continue
            self.leaves.insert(number + 1, Leaf(*leaf.take(middle, items)))
            self.first.insert(number + 1, self.leaves[number + 1].keys[0])
            if slot >= middle:
                number, slot = number + 1, slot - middle
            if not is_double:
                break
        return number, slot

    def push_both(self, number, slot, data):
        number, slot = self.push_right(number, slot, self.needed(number, slot, data, True), slot) or (number, slot)
        if slot in (0, len(self.leaves[number].keys)) or self.leaves[number].free() >= data:
            return number, slot
        return self.push_left(number, slot, self.needed(number, slot, data, False), slot) or (number, slot)

    def fill(self):
        return sum(leaf.used for leaf in self.leaves) / len(self.leaves) / BLOCK


def stored(path):
    """What a file takes behind the head of its extent."""
    with open(path, "rb") as file:
        content = file.read(4097)
    size = min(len(content), len(zlib.compress(content)))
    return size if len(content) <= 4096 and size <= 2048 else 32


def fill(root, late, draw):
    tree = Tree()
    contents = []
    inode = 256
    parents = {os.path.dirname(root): 255}
    for directory, names, files in os.walk(root):
        names.sort()
        if directory not in parents:
            inode += 1
        own = parents.setdefault(directory, inode)
        tree.insert([(own, INODE_KEY), (own, REFERENCE_KEY)], [INODE, REFERENCE + len(os.path.basename(directory))])
        indexed = []
        for index, name in enumerate(names + sorted(files)):
            size = ENTRY + len(os.fsencode(name))
            path = os.path.join(directory, name)
            tree.insert([(own, HASH_KEY, draw.getrandbits(32))], [size])
            indexed.append(((own, INDEX_KEY, index), size))
            if index >= len(names):
                inode += 1
                tree.insert([(inode, INODE_KEY), (inode, REFERENCE_KEY)], [INODE, REFERENCE + len(os.fsencode(name))])
                if os.path.isfile(path) and not os.path.islink(path) and os.path.getsize(path):
                    contents.append((inode, stored(path)))
            if len(indexed) == 40:
                tree.insert(*map(list, zip(*indexed)))
                indexed = []
        if indexed:
            tree.insert(*map(list, zip(*indexed)))
    contents.sort(key=lambda content: content[0] + late * draw.random())
    for number, size in contents:
        tree.insert([(number, EXTENT_KEY)], [EXTENT + size])
    return tree.fill()


if __name__ == "__main__":
    columns = (0, 5, 40, 1 << 30)
    print("| data | in order | late by up to 5 | by up to 40 | in any order |\n|---|---|---|---|---|")
    for root in sys.argv[1:]:
        print(f"| `{root}` | " + " | ".join(f"{fill(root, late, random.Random(1)):.3f}" for late in columns) + " |", flush=True)
