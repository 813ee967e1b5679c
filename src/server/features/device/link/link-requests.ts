import { randomUUID } from 'node:crypto'
import type { AgentMessage, LinkRequest } from '#contract/device/agent-link.ts'
import { refuse } from '#http/refusal.ts'
import { inSpan } from '../../../trace/spans.ts'

type Answer = Extract<AgentMessage, { msg: 'res' }>
type Body = Extract<Answer, { ok: true }>['body']
/** A request without the parts that every request has. */
export type OutgoingRequest = LinkRequest extends infer R
  ? R extends LinkRequest
    ? Pick<R, 'call' | 'params'>
    : never
  : never

export interface LinkRequests {
  /** The agent's answer within the deadline; its own "no", a lost link and silence are refusals. */
  ask(asked: OutgoingRequest, deadlineMs: number): Promise<Body>
  answer(answer: Answer): void
  /** The link is gone: every waiting request is rejected. */
  fail(): void
}

const SILENT: Record<OutgoingRequest['call'], string> = {
  photo: 'Камера не отвечает',
  plate: 'Распознавание номеров недоступно на этом компьютере',
  look: 'Камера номеров не отвечает',
  zero: 'Весы не отвечают',
  relay: 'Реле не отвечает',
  print: 'Принтер не отвечает',
  watch: 'Нет связи с площадкой',
  detect: 'Поиск весов не удался',
  cameras: 'Поиск камер не удался',
}
const MAX_WAITING = 256

/** Pairs the server's requests with the agent's answers on one link. */
export function linkRequests(send: (request: LinkRequest) => void): LinkRequests {
  const waiting = new Map<string, (answer: Answer | undefined) => void>()
  const askOnce: LinkRequests['ask'] = async (asked, deadlineMs) => {
    if (waiting.size >= MAX_WAITING) refuse('common.overloaded')
    const id = randomUUID()
    const answered = new Promise<Answer | undefined>((resolve) => {
      const timer = setTimeout(() => settle(undefined), deadlineMs)
      const settle = (answer: Answer | undefined) => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(answer)
      }
      waiting.set(id, settle)
    })
    send({ msg: 'req', id, deadline_ms: deadlineMs, ...asked } as LinkRequest)
    const answer = await answered
    if (!answer) return refuse('device.offline', { message: SILENT[asked.call] })
    if (!answer.ok) return refuse(answer.code, { message: answer.message })
    return answer.body
  }
  return {
    ask: (asked, deadlineMs) =>
      inSpan({ name: `agent ${asked.call}`, kind: 'client' }, () => askOnce(asked, deadlineMs)),
    answer: (answer) => waiting.get(answer.id)?.(answer),
    fail() {
      for (const settle of waiting.values()) settle(undefined)
    },
  }
}
