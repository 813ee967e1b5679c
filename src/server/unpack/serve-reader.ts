/** What a reader answers: what was read, or the stack of the bug that stopped it. */
export type ReaderAnswer<T> = { readonly value: T } | { readonly failed: string }

/** The reader's own side of `readInProcess`: one question, one answer, and its end. */
export function serveReader<Q, A>(read: (question: Q) => A): void {
  process.once('message', (question: Q) => {
    process.send!(answerTo(read, question), () => process.exit(0))
  })
  // Not `exit`: that would wait for a read that never ends.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

function answerTo<Q, A>(read: (question: Q) => A, question: Q): ReaderAnswer<A> {
  try {
    return { value: read(question) }
  } catch (error) {
    return { failed: (error as Error).stack ?? String(error) }
  }
}
