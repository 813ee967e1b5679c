import type { WorkerEffects } from '#server/features/payment/worker/worker.ts'

/** How a worker dies in a test. */
export class Killed extends Error {}

export interface Deaths {
  kills: number
  readonly at: Map<string, number>
}

/** Repeatable chance: the same seed kills at the same calls. */
export function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** Wraps every effect so that the worker may die before it (nothing happened) or after it (all of it did). */
export function mortal(
  fx: WorkerEffects,
  killChance: number,
  draw: () => number,
  deaths: Deaths,
): WorkerEffects {
  const risky =
    <A extends unknown[], R>(name: string, work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      perhapsDie(`before ${name}`)
      const result = await work(...args)
      perhapsDie(`after ${name}`)
      return result
    }
  function perhapsDie(where: string): void {
    // The first who comes to a place dies there: how many come to a rare one depends on the machine.
    if (deaths.at.has(where) && draw() >= killChance) return
    deaths.kills++
    deaths.at.set(where, (deaths.at.get(where) ?? 0) + 1)
    throw new Killed(where)
  }
  const { steps } = fx
  return {
    ...fx,
    steps: {
      claim: risky('claim', steps.claim),
      read: risky('read', steps.read),
      open: risky('open', steps.open),
      settle: risky('settle', steps.settle),
      release: risky('release', steps.release),
    },
    bank: (link) => {
      const bank = fx.bank(link)
      if (!bank) return undefined
      return {
        ...bank,
        send: risky('send', (order, sent) => bank.send(order, sent)),
        status: risky('status', (ref, sent) => bank.status(ref, sent)),
        find: risky('find', (sent) => bank.find(sent)),
      }
    },
  }
}
