import type { BodyInput } from '#contract/core/call.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { approval } from './approve.ts'
import { letTimePass, type FakeYard } from '../site/fake-yard.ts'
import type { TestCompany } from './world.ts'

type Body = BodyInput<typeof visitCalls.update>

/** What an operator of the truck post does in tests of visits: commands, plates of their own and whole visits. */
export function truckHands(own: TestCompany, yard: FakeYard) {
  const { api } = own.operator
  let plates = 100
  const newPlate = () => `А${++plates}ВС77`
  const send = async (body: Body) => (await api.send(visitCalls.update, { body })) as VisitCard
  const refusal = (body: object) => api.refused(visitCalls.update, { body })
  const refused = async (body: object) => (await refusal(body)).code

  /** Sends what another person has to confirm, with the manager's PIN. */
  const sendConfirmed = async (body: Body) => {
    const confirmed = await approval(own.operator, await refusal(body), own.manager)
    return (await api.send(visitCalls.update, { body }, confirmed)) as VisitCard
  }

  const captureIn = async (kg: number, carnumber = newPlate(), more: object = {}) =>
    send({ command: 'capture_in', reading: await yard.load(1, kg), carnumber, ...more })

  /** The scale is left empty. */
  const captureOut = async ({ id, version }: VisitCard, kg: number) => {
    const reading = await yard.load(1, kg)
    const closed = await send({ command: 'capture_out', id, version, reading })
    await yard.empty(1)
    return closed
  }

  /** In and out with time between them. */
  const visit = async (inKg: number, outKg: number, more: object = {}) => {
    const opened = await captureIn(inKg, newPlate(), more)
    await yard.empty(1)
    await letTimePass(own, 90)
    return captureOut(opened, outKg)
  }

  return { newPlate, send, refusal, refused, sendConfirmed, captureIn, captureOut, visit }
}
