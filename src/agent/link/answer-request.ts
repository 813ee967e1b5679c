import {
  linkRefusals,
  type AgentMessage,
  type LinkRefusal,
  type LinkRequest,
} from '#contract/device/agent-link.ts'
import { Refusal } from '#http/refusal.ts'
import type { Clock } from '../clock.ts'
import type { Site } from '../site/site.ts'

type Answer = Extract<AgentMessage, { msg: 'res' }>

export interface Deliver {
  (blobId: string, jpeg: Uint8Array, signal: AbortSignal): Promise<void>
}

/** Answers one request of the server; a refusal travels as its code, a bug as `device.offline`, and is logged. */
export async function answerRequest(
  request: LinkRequest,
  site: Site,
  clock: Clock,
  deliver: Deliver,
): Promise<AgentMessage> {
  const answer = { msg: 'res', id: request.id } as const
  try {
    return { ...answer, ok: true, body: await carryOut(request, site, clock, deliver) }
  } catch (error) {
    if (error instanceof Refusal && isLinkRefusal(error.code))
      return { ...answer, ok: false, code: error.code, message: error.message }
    console.error('Request failed', request.call, error)
    return { ...answer, ok: false, code: 'device.offline', message: SENTENCES[request.call] }
  }
}

const SENTENCES: Record<LinkRequest['call'], string> = {
  photo: 'Камера не отвечает',
  plate: 'Распознавание номеров недоступно на этом компьютере',
  look: 'Камера номеров не отвечает',
  zero: 'Весы не отвечают',
  relay: 'Реле не отвечает',
  print: 'Принтер не отвечает',
  watch: 'Терминал этих весов недоступен',
  detect: 'Порт не открывается',
  cameras: 'Поиск камер не удался',
}

async function carryOut(
  request: LinkRequest,
  site: Site,
  clock: Clock,
  deliver: Deliver,
): Promise<Extract<Answer, { ok: true }>['body']> {
  switch (request.call) {
    case 'photo': {
      const { jpeg, taken_at } = await site.camera(request.params.camera).photo()
      const takenAt = clock.wall() - (performance.now() - taken_at)
      await deliver(request.params.blob_id, jpeg, AbortSignal.timeout(request.deadline_ms))
      const age_ms = Math.round(performance.now() - taken_at)
      return { taken_at: new Date(takenAt).toISOString(), age_ms }
    }
    case 'plate':
      return site.plates(request.params.post).current()
    case 'look': {
      const { reading, jpeg } = await site.plates(request.params.post).look()
      if (jpeg)
        await deliver(request.params.blob_id, jpeg, AbortSignal.timeout(request.deadline_ms))
      return { reading, pictured: jpeg !== undefined }
    }
    case 'zero':
      await site.scale(request.params.post).zero()
      return { ok: true }
    case 'relay':
      await site.relays(request.params.post).command(request.params)
      return { ok: true }
    case 'print':
      await site.print(request.params)
      return { ok: true }
    case 'watch':
      return { frames: site.terminal(request.params.device_id, request.params.after) }
    case 'cameras':
      return site.findCameras(request.params)
    case 'detect':
      return site.detect(request.params, AbortSignal.timeout(request.deadline_ms))
  }
}

function isLinkRefusal(code: string): code is LinkRefusal {
  return (linkRefusals as readonly string[]).includes(code)
}
