import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { browserConfig } from './browser-config.ts'

const control = () => {
  const ports = JSON.parse(
    readFileSync(path.join(browserConfig.dataDir, 'simulator-ports.json'), 'utf8'),
  ) as { yard: number }
  return `http://127.0.0.1:${ports.yard}`
}

interface PostState {
  guest: { phase: string } | null
  queue: unknown[]
  display: { stable: boolean; zero: boolean }
}

/** One command to the simulator as its control page sends it. */
export async function command(order: object): Promise<void> {
  const answer = await fetch(`${control()}/sim/command`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  if (!answer.ok) throw new Error(`yard: ${answer.status} ${await answer.text()}`)
}

async function state(): Promise<{ posts: PostState[] }> {
  return (await (await fetch(`${control()}/sim/state`)).json()) as { posts: PostState[] }
}

/** Waits until this holds of a post. Each look is a request, so there are few of them. */
async function untilPost(holds: (post: PostState) => boolean, post = 1): Promise<void> {
  while (!holds((await state()).posts[post - 1]!)) await pause(100)
}

/** A truck drives onto the truck scale and stops. */
export async function arrive(plate: string, massKg: number): Promise<void> {
  await command({ do: 'arrive', post: 1, plate, mass_kg: massKg, colour: 'orange' })
  await untilPost(({ guest, display }) => guest?.phase === 'standing' && display.stable)
}

/** It drives off, and the scale comes back to zero. */
export async function leave(post = 1): Promise<void> {
  await command({ do: 'leave', post })
  await untilPost(({ guest, display }) => guest === null && display.zero, post)
}

/** Whatever may stand on the truck scale drives off. */
export async function clearScale(): Promise<void> {
  const { posts } = await state()
  if (posts[0]!.guest?.phase === 'standing') await command({ do: 'leave', post: 1 })
  await untilPost(({ guest, display }) => guest === null && display.zero)
}

/** Products are put on a platform and come to rest. */
export async function arriveGoods(post: number, massKg: number): Promise<void> {
  await command({ do: 'arrive', post, mass_kg: massKg })
  await untilPost(({ guest, display }) => guest?.phase === 'standing' && display.stable, post)
}

/** A device of a post breaks, or is repaired. */
export async function fault(post: number, what: string, on: boolean): Promise<void> {
  await command({ do: what, post, on })
}

/** Trucks that an earlier test left standing drive off. */
export async function clear(): Promise<void> {
  for (let trucks = 0; trucks < 5; trucks++) {
    const state = (await (await fetch(`${control()}/sim/state`)).json()) as { posts: PostState[] }
    if (!state.posts[0]!.guest) return
    await leave()
  }
}
