import type { LegacySource } from '../../../../settings/legacy-settings.ts'
import { startReader, type Reader } from '../../../../unpack/start-reader.ts'
import { Unavailable, type OldPage } from '../old-row.ts'
import type { FileAnswer, FileJob, FileQuestion } from './file-job.ts'

/** Asks files; see `openFileQueue`. */
export interface FileQueue {
  ask(source: LegacySource, asker: Requester, question: FileQuestion): Promise<OldPage>
}

/** Who asks and until when; `signal` is the question's own deadline. */
export interface Requester {
  readonly companyId: string
  readonly signal: AbortSignal
}

interface Waiting extends Requester {
  readonly question: FileQuestion
  readonly resolve: (page: OldPage) => void
  readonly reject: (reason: unknown) => void
}

interface FileLine {
  readonly source: LegacySource
  waiting: Waiting[]
  /** Its process has not ended yet. */
  busy: boolean
}

/** Files read at a time, on a machine of two cores; each belongs to another source. */
const PROCESSES = 2
/** Different questions answered by one reading. */
const QUESTIONS = 16
/** A person has one search open and types into it; more requests come from a program. */
const WAITING_PER_COMPANY = 16
/** Of one reading: a piece of text several times over and what was found; it reaches a tenth of this. */
const HEAP_MB = 128
const PROGRAM = new URL('./file-process.ts', import.meta.url)

/**
 * Reads files in processes of their own, which are ended when no caller waits for them any more (docs/decisions/0017). A file is
 * read by one at a time: what is asked meanwhile waits for the next reading, which answers all of it.
 */
export function openFileQueue(program = PROGRAM): FileQueue {
  const lines = new Map<string, FileLine>()
  const ready: FileLine[] = []
  let running = 0

  function pump(): void {
    while (running < PROCESSES && ready.length > 0) {
      const line = ready.shift()!
      const batch = inTurns(line.waiting).slice(0, QUESTIONS)
      line.waiting = line.waiting.filter((one) => !batch.includes(one))
      if (batch.length > 0) void run(line, batch)
    }
  }

  async function run(line: FileLine, batch: readonly Waiting[]): Promise<void> {
    running++
    line.busy = true
    const freeLine = () => {
      line.busy = false
      offer(line)
    }
    let child: Reader | undefined
    try {
      child = startReader(program, HEAP_MB)
      child.once('close', freeLine)
      await answerBatch(child, line.source, batch)
    } catch (error) {
      for (const { reject } of batch) reject(error)
      if (!child) freeLine()
    } finally {
      // At once, and not when the process has ended: a process that hangs on a dead share must not delay others.
      child?.kill('SIGKILL')
      running--
      pump()
    }
  }

  function offer(line: FileLine): void {
    if (!line.busy && line.waiting.length > 0 && !ready.includes(line)) ready.push(line)
    pump()
  }

  return {
    ask: (source, asker, question) =>
      new Promise((resolve, reject) => {
        const line = lines.get(source.name) ?? { source, waiting: [], busy: false }
        lines.set(source.name, line)
        const own = line.waiting.filter(({ companyId }) => companyId === asker.companyId)
        if (own.length >= WAITING_PER_COMPANY) throw new Unavailable('слишком много поисков сразу')
        const one: Waiting = { ...asker, question, resolve, reject }
        line.waiting.push(one)
        const leave = () => {
          line.waiting = line.waiting.filter((other) => other !== one)
          reject(asker.signal.reason)
        }
        asker.signal.addEventListener('abort', leave, { once: true })
        offer(line)
      }),
  }
}

/** The first question of each company, then the second of each: the searches of a company do not delay another company. */
export function inTurns<T extends { readonly companyId: string }>(waiting: readonly T[]): T[] {
  return [...Map.groupBy(waiting, ({ companyId }) => companyId).values()]
    .flatMap((own) => own.map((one, turn) => ({ one, turn })))
    .sort((a, b) => a.turn - b.turn)
    .map(({ one }) => one)
}

/** Sends the questions and returns the answers; ends when all are answered or no caller waits any more. */
async function answerBatch(
  child: Reader,
  source: LegacySource,
  batch: readonly Waiting[],
): Promise<void> {
  const keys = batch.map(({ question }) => JSON.stringify(question))
  const asked = [...new Set(keys)]
  const questions = asked.map((key) => JSON.parse(key) as FileQuestion)
  const job: FileJob = { url: source.url, columns: source.columns, questions }
  const answer = await Promise.race([awaitAnswer(child, job), allGone(batch)])
  for (const [n, { resolve, reject }] of batch.entries()) {
    if (answer === undefined) reject(new Unavailable('чтение файла прервалось'))
    else if ('pages' in answer) resolve(answer.pages[asked.indexOf(keys[n]!)]!)
    else if ('unavailable' in answer) reject(new Unavailable(answer.unavailable))
    else reject(new Error(`A file of a former base could not be read: ${answer.failed}`))
  }
}

/** Undefined when the process ended without an answer: of too much memory, or by a hand from outside. */
function awaitAnswer(child: Reader, job: FileJob): Promise<FileAnswer | undefined> {
  return new Promise((resolve) => {
    child.once('message', (answer: FileAnswer) => resolve(answer))
    child.once('close', () => resolve(undefined))
    child.once('error', () => resolve(undefined))
    child.send(job, (error) => error && resolve(undefined))
  })
}

/** All requests of the batch have been given up; each has been rejected. */
async function allGone(batch: readonly Waiting[]): Promise<undefined> {
  await Promise.all(
    batch.map(({ signal }) =>
      signal.aborted
        ? undefined
        : new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
    ),
  )
}
