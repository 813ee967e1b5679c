import { files } from '#contract/file/file.ts'
import { report } from '#contract/report/report.ts'
import type { Report, ReportFormat } from '#contract/report/report-entities.ts'
import { CallError } from '#web/state/call-error.ts'
import { send, sendUnchecked } from '#web/api/send.ts'
import { refresh } from '#web/api/use-call.ts'
import { userPreferences } from '#contract/user/user-preferences.ts'
import { quote } from '#contract/words/quote.ts'
import { today } from '#web/ui/format.ts'
import { saveBlob } from '#web/ui/print/save-blob.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import type { ListCall } from '#web/ui/list/list-types.ts'

/** screens.md 4.2: a pending file is polled every two seconds; a short list is ready sooner. */
const EVERY_MS = 2000
const FIRST_MS = 400

/** Receives the percent of a file that is being made. */
type ProgressListener = (percent: number, reportId: string) => void

export interface WantedList {
  call: ListCall
  title: string
  /** The filter with its order, as the rows are asked for. */
  filter: Record<string, unknown>
  columns: string[]
  format: 'xlsx' | 'csv'
}

/** Requests the file, waits for it even if the user leaves the screen, and saves it. */
export async function exportList({ call, title, filter, columns, format }: WantedList) {
  const params = { call: call.path.replace('/api/v1/', ''), filter: conditionsOf(filter), columns }
  await makeFile(title, { type: 'list', params, format, client_id: crypto.randomUUID() })
}

/** The conditions and the order of a list: a file has no pages. */
export function conditionsOf(filter: Record<string, unknown>): Record<string, unknown> {
  const { limit: _l, offset: _o, with: _w, ...conditions } = filter
  return conditions
}

/** Repeats a report with the same parameters. */
export async function repeatReport({ type, title, params, format }: Report) {
  const body = { type, params, format, client_id: crypto.randomUUID() }
  await makeFile(title, body)
}

/** Orders a file that is made of records, waits for it and saves it. */
export function orderFile(
  title: string,
  order: { type: string; params: object; format: ReportFormat },
  onProgress?: ProgressListener,
) {
  return makeFile(title, { ...order, client_id: crypto.randomUUID() }, onProgress)
}

async function makeFile(title: string, body: object, onProgress?: ProgressListener) {
  const asked = await sendUnchecked(report.create, { body }).catch(showRefusal)
  if (!asked) return
  await saveWhenReady(asked.reportId, title, onProgress)
}

/** Waits for an ordered file even if the user leaves the screen, and saves it; `heard` receives the percent. */
export async function saveWhenReady(
  reportId: string,
  title: string,
  onProgress?: ProgressListener,
) {
  onProgress?.(0, reportId)
  toast.info(`Готовим файл ${quote(title)}`)
  void refresh([report.getAll])
  const done = await waitFor(reportId, onProgress)
  if (done?.status === 'ready' && done.file_id) await saveReport(done.file_id, title)
  else if (done?.status === 'cancelled') toast.info(`Файл ${quote(title)} больше не готовится`)
  else if (done) toast.error(done.error ?? 'Файл не подготовлен')
}

async function waitFor(reportId: string, onProgress?: ProgressListener) {
  for (let pause = FIRST_MS; ; pause = EVERY_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const query = { reportId }
    const status = await send(report.getStatus, { query }, { quiet: true }).catch(showRefusal)
    // The bell and the list of reports show it later.
    if (!status) return undefined
    if (status.status !== 'queued' && status.status !== 'running') return status
    onProgress?.(status.progress, reportId)
  }
}

/** Stops a file that waits or is being made; whoever waits for it is told. */
export async function cancelReport(reportId: string) {
  await send(report.cancel, { body: { reportId } }).catch(showRefusal)
  void refresh([report.getAll])
}

/** Saves the file of a ready report under the name of its list and the day. */
export async function saveReport(fileId: string, title: string) {
  const blob = await send(files.get, { params: { id: fileId } }).catch(showRefusal)
  if (!blob) return
  saveBlob(blob, `${title} ${today()}`)
  toast.success(`Файл ${quote(title)} готов`)
  void refresh([report.getAll, userPreferences.getNotices])
}

/** The call has already reported its failure. */
function showRefusal(error: unknown): undefined {
  if (!(error instanceof CallError)) throw error
  return undefined
}
