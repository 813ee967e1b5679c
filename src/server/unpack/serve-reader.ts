/** What a reader answers: what was read, or the stack of the bug that stopped it. */
export type ReaderAnswer<T> = { readonly value: T } | { readonly failed: string }

/** The reader's own side of `readInProcess`: one question, one answer, and its end. */
export function serveReader<Q, A>(read: (question: Q) => A | Promise<A>): void {
  process.once('message', async (question: Q) => {
    process.send!(await answerTo(read, question), () => process.exit(0))
  })
  // Not `exit`: that would wait for a read that never ends.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

async function answerTo<Q, A>(
  read: (question: Q) => A | Promise<A>,
  question: Q,
): Promise<ReaderAnswer<A>> {
  try {
    return { value: await read(question) }
  } catch (error) {
    return { failed: (error as Error).stack ?? String(error) }
  }
}
