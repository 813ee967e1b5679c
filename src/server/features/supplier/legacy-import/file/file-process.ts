import { Unavailable } from '../old-row.ts'
import type { FileAnswer, FileJob } from './file-job.ts'
import { searchFile } from './search-file.ts'

/** The process of `askFile`: one job, one answer, and its end. The caller ends it at once when no answer is needed any more. */
process.once('message', (job: FileJob) => {
  void answerOf(job).then((answer) => process.send!(answer, () => process.exit(0)))
})
// Not `exit`: that would wait for a read that never ends.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))

async function answerOf(job: FileJob): Promise<FileAnswer> {
  try {
    return { pages: await searchFile(job) }
  } catch (error) {
    if (error instanceof Unavailable) return { unavailable: error.message }
    return { failed: (error as Error).stack ?? String(error) }
  }
}
