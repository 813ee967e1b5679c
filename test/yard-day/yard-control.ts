import { until } from '#test/support/until.ts'
import type { LoadRecord } from '#simulators/yard/journal.ts'
import type { yardState } from '#simulators/yard/control/state.ts'

type PostState = ReturnType<typeof yardState>['posts'][number]

/** The actions and observations of a person on site: sends vehicles on and off, reads the indicator. */
export interface YardControl {
  arrive(post: number, plate: string, mass_kg: number): Promise<void>
  /** Off the scale and its indicator back at zero. */
  leave(post: number): Promise<void>
  post(post: number): Promise<PostState>
  /** The truth of the whole day. */
  journal(): Promise<LoadRecord[]>
}

export function yardControl(url: string): YardControl {
  const get = async <T>(path: string) => (await (await fetch(url + path)).json()) as T
  /** False = the scale is not ready for it. */
  const order = async (command: object): Promise<boolean> => {
    const answer = await fetch(`${url}/sim/command`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(command),
    })
    if (answer.status === 409) return false
    if (!answer.ok) throw new Error(`yard: ${await answer.text()}`)
    return true
  }
  const post = async (number: number) =>
    (await get<ReturnType<typeof yardState>>('/sim/state')).posts.find((p) => p.post === number)!
  return {
    post,
    async arrive(number, plate, mass_kg) {
      await order({ do: 'arrive', post: number, plate, mass_kg })
      await until(async () => (await post(number)).guest?.plate === plate)
    },
    async leave(number) {
      await until(() => order({ do: 'leave', post: number }))
      await until(async () => {
        const { guest, display } = await post(number)
        return guest === null && display.zero
      })
    },
    journal: async () => (await get<{ loads: LoadRecord[] }>('/sim/journal')).loads,
  }
}
