import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { depthOf, heightOf, inTreeOrder, isWithin, siblingsWith, type TreeNode } from './tree.ts'

/** Trees: each node hangs on one of those before it, or is a root. */
const trees = fc
  .array(fc.tuple(fc.nat(), fc.nat(5)), { minLength: 1, maxLength: 40 })
  .map((seeds) =>
    seeds.map(([seed, order], i): TreeNode => {
      const parent = seed % (i + 1)
      return { id: `n${i}`, parent_id: parent === i ? null : `n${parent}`, order }
    }),
  )

test('every node is listed once, right under its parent and after its elder siblings', () => {
  fc.assert(
    fc.property(trees, (nodes) => {
      const list = inTreeOrder(nodes)
      assert.equal(list.length, nodes.length)
      const place = new Map(list.map((node, i) => [node.id, i]))
      for (const node of list) {
        const parent = list.find((one) => one.id === node.parent_id)
        assert.equal(node.depth, (parent?.depth ?? 0) + 1)
        if (parent) assert.ok(place.get(parent.id)! < place.get(node.id)!)
        assert.equal(node.depth, depthOf(nodes, node.id))
      }
    }),
  )
})

test('a node is within its parent and no parent is within its child', () => {
  fc.assert(
    fc.property(trees, (nodes) => {
      for (const node of nodes.filter((one) => one.parent_id !== null)) {
        assert.equal(isWithin(nodes, node.id, node.parent_id!), true)
        assert.equal(isWithin(nodes, node.parent_id, node.id), false)
        assert.ok(heightOf(nodes, node.parent_id!) > heightOf(nodes, node.id))
      }
    }),
  )
})

test('a node put among siblings has that place, the others keep their order', () => {
  const nodes: TreeNode[] = ['a', 'b', 'c'].map((id, order) => ({ id, parent_id: null, order }))
  assert.deepEqual(siblingsWith(nodes, null, 'c', 0), ['c', 'a', 'b'])
  assert.deepEqual(siblingsWith(nodes, null, 'a', 9), ['b', 'c', 'a'])
  assert.deepEqual(siblingsWith(nodes, null, 'x', 1), ['a', 'x', 'b', 'c'])
})
