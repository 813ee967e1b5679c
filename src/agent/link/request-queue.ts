import type { AgentMessage, LinkRequest } from '#contract/device/agent-link.ts'
import { answerRequest, type Deliver } from './answer-request.ts'
import type { Clock } from '../clock.ts'
import type { Site } from '../site/site.ts'

/** Requests carried out at the same time: a post asks for all its cameras at once. */
const MAX_REQUESTS = 32

/** Takes the server's requests as they come and sends each answer when it is ready. */
export function requestQueue(
  site: Site,
  clock: Clock,
  deliver: Deliver,
  send: (answer: AgentMessage) => void,
): (request: LinkRequest) => void {
  let open = 0
  return (request) => {
    if (open >= MAX_REQUESTS) {
      const message = 'Площадка занята, повторите через секунду'
      send({ msg: 'res', id: request.id, ok: false, code: 'device.offline', message })
      return
    }
    open++
    void answerRequest(request, site, clock, deliver).then((answer) => {
      open--
      send(answer)
    })
  }
}
