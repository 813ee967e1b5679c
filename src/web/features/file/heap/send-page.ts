import { act } from '#contract/act/act.ts'
import { upload } from '#web/api/upload.ts'
import { CallError, isPassing } from '#web/state/call-error.ts'
import { drawPicture } from '../as-jpeg.ts'
import type { FoundAct, HeapRow, Outcome } from './heap-queue.ts'

/** Types that the server reads; a browser may draw more. */
const READ_TYPES = ['image/jpeg', 'image/png', 'application/pdf']
/** What one file may be, as the server counts it. */
const MOST_BYTES = 10 * 1024 * 1024
/** A code is still read, and a page of so many pixels is well below the bound. */
const DRAWN_SIDE = 4200
const DRAWN_QUALITY = 0.85
/** Where other people upload at the same time a place is free again in seconds. */
const MOST_TRIES = 4

/** Sends a page of a heap to the act that it was given, or lets it find its act by the code on it. */
export async function sendPage(row: HeapRow, signal: AbortSignal): Promise<Outcome> {
  if (row.given) return (await sendPageTo(row.given.act, row.file)) ?? row.given.before
  const body = await formOf(row.file)
  for (let tries = 1; ; tries++)
    try {
      const query = { client_id: row.id }
      const sorted = await upload(act.sortScan, { query, body }, { signal, quiet: true })
      const found = { id: sorted.act_id, number: sorted.number }
      if (!sorted.is_new) return { kind: 'present', act: found }
      return { kind: 'attached', act: found, hasCode: true }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { status, retryAfter } = error
      const isBusy = status === 503 && retryAfter
      if (!isBusy || tries === MOST_TRIES) return outcomeOf(error)
      await new Promise((done) => setTimeout(done, retryAfter * 1000))
      if (signal.aborted) return outcomeOf(error)
    }
}

/** Attaches a page to the act that a person chose; undefined when it was refused, which a toast has told. */
async function sendPageTo(chosen: FoundAct, file: File): Promise<Outcome | undefined> {
  const query = { actId: chosen.id, kind: 'signed_act' as const }
  const scans = await upload(act.uploadScans, { query, body: await formOf(file) }).catch(
    () => undefined,
  )
  if (!scans) return undefined
  if (!scans.some((page) => page.is_new)) return { kind: 'present', act: chosen }
  return { kind: 'attached', act: chosen, hasCode: scans.some((page) => page.own_code) }
}

function outcomeOf(error: CallError): Outcome {
  const { code, explanation: message } = error
  if (code === 'file.no-code') return { kind: 'no-code', message }
  return { kind: isPassing(error) ? 'failed' : 'refused', message }
}

async function formOf(file: File): Promise<FormData> {
  const body = new FormData()
  body.append('files[]', await pageOf(file), file.name)
  return body
}

/** A picture that the server would refuse for its kind or size is drawn anew; what cannot be drawn is sent for its reason. */
async function pageOf(file: File): Promise<Blob> {
  const isPicture = file.type.startsWith('image/')
  if (READ_TYPES.includes(file.type) && (!isPicture || file.size <= MOST_BYTES)) return file
  if (!isPicture) return file
  return drawPicture(file, DRAWN_SIDE, DRAWN_QUALITY).catch(() => file)
}
