import { readFileSync } from 'node:fs'
import path from 'node:path'
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

async function command(order: object): Promise<void> {
  const answer = await fetch(`${control()}/sim/command`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  if (!answer.ok) throw new Error(`yard: ${answer.status} ${await answer.text()}`)
}

async function until(what: string, holds: (post: PostState) => boolean): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const state = (await (await fetch(`${control()}/sim/state`)).json()) as { posts: PostState[] }
    if (holds(state.posts[0]!)) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`yard: ${what} did not happen in a minute`)
}

/** A truck drives onto the truck scale and stands still. */
export async function arrive(plate: string, massKg: number): Promise<void> {
  await command({ do: 'arrive', post: 1, plate, mass_kg: massKg, colour: 'orange' })
  await until('standing', ({ guest, display }) => guest?.phase === 'standing' && display.stable)
}

/** It drives off, and the scale comes back to zero. */
export async function leave(): Promise<void> {
  await command({ do: 'leave', post: 1 })
  await until('empty', ({ guest, display }) => guest === null && display.zero)
}

/** The training yard's least time between two weighings of a truck, as the product of these tests was started with. */
const MIN_PASS_MS = 5000

/** Waits until the truck that was weighed last may be weighed again. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, MIN_PASS_MS))
}
