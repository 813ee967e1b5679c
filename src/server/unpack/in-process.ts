import type { ReaderAnswer } from './serve-reader.ts'
import { startReader, type Reader } from './start-reader.ts'

/** Two at a time on a machine of two cores; others wait for their turn. */
const PROCESSES = 2
/** How a process whose heap is full ends on systems that report no signal. */
const ABORTED_EXIT = 134

let running = 0
const waiting: (() => void)[] = []

export interface ReadLimits {
  /** A file that was made to grow ends at it. */
  readonly heapMb: number
  readonly deadlineMs: number
}

/**
 * Reads a file of others apart from the server and answers once; nothing = it used up its memory or its time. Its program starts while
 * a question is still on its way: one that waits for another reader would wait for its own turn.
 */
export async function readInProcess<T>(
  program: URL,
  question: unknown,
  { heapMb, deadlineMs }: ReadLimits,
): Promise<T | undefined> {
  const asked = Promise.resolve(question)
  // Refused before there is a turn for it, it is thrown when the turn comes.
  asked.catch(() => undefined)
  if (running === PROCESSES) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  const reader = startReader(program, heapMb)
  const answered = answerOf<T>(reader)
  const late = Promise.withResolvers<undefined>()
  let timer: NodeJS.Timeout | undefined
  try {
    const asking = (await asked) as object
    // The end of the process reports a question that cannot be delivered.
    reader.send(asking, () => undefined)
    timer = setTimeout(() => late.resolve(undefined), deadlineMs)
    const answer = await Promise.race([answered, late.promise])
    if (!answer) return undefined
    if ('value' in answer) return answer.value
    throw new Error(`A file of others could not be read: ${answer.failed}`)
  } finally {
    clearTimeout(timer)
    reader.kill('SIGKILL')
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Nothing when the process was ended by a signal, as one is whose heap is full. */
function answerOf<T>(reader: Reader): Promise<ReaderAnswer<T> | undefined> {
  return new Promise((resolve) => {
    reader.once('message', (answer) => resolve(answer as ReaderAnswer<T>))
    reader.once('close', (code) =>
      resolve(
        code === null || code === ABORTED_EXIT ? undefined : { failed: `it ended with ${code}` },
      ),
    )
    reader.once('error', (error) => resolve({ failed: String(error) }))
  })
}
