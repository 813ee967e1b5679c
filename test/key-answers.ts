import { approvalAsks } from '#contract/user/approval/approval-asks.ts'
import { passkeys, type KeyAnswer } from '#contract/user/passkeys.ts'
import { makeDevice, type Bent, type Device } from './passkey-device.ts'
import type { Person, World } from './support/world.ts'
import { voidQuestions } from './void-questions.ts'

export interface KeyHolder extends Person {
  readonly device: Device
}

/** Gives a person a key of sign-in on a device of its own. */
export async function addKey(person: Person): Promise<KeyHolder> {
  const device = makeDevice()
  const begun = await person.api.send(passkeys.beginPasskey)
  const body = { ...device.create(begun), ticket: begun.ticket, name: 'Телефон' }
  await person.api.send(passkeys.addPasskey, { body })
  return { ...person, device }
}

/** Challenge of a question for one person, as the browser gets it. */
export const beginKey = (id: string, { api }: Person) =>
  api.send(approvalAsks.beginApprovalKey, { body: { id } })

/** What the device of the holder answers to a question. */
export async function signQuestion(id: string, holder: KeyHolder, bent?: Bent): Promise<KeyAnswer> {
  const asked = await beginKey(id, holder)
  return { ...holder.device.sign(asked, bent), ticket: asked.ticket }
}

export const confirmByKey = (id: string, key: KeyAnswer, { api }: Person) =>
  api.send(approvalAsks.answerApprovalAsk, { body: { id, confirm: true, key } })

/** The code of the refusal. */
export const refusedKey = async (id: string, key: KeyAnswer, { api }: Person) =>
  (await api.refused(approvalAsks.answerApprovalAsk, { body: { id, confirm: true, key } })).code

/** Questions of the operator, none of which was asked before. */
export function newQuestions(world: World) {
  const questions = voidQuestions(world)
  let sum = 100_00
  const question = async (): Promise<{ id: string; total: number }> => {
    sum += 100
    return {
      id: (await questions.ask(await questions.sealedFor(world.own.operator, sum))).id,
      total: sum,
    }
  }
  return { ...questions, question }
}
