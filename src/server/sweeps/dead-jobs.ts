import { inTransaction, serverOf } from '../db/handle.ts'
import { NO_COMPANY } from '../db/uuid.ts'
import { alertManagers } from '../features/user/notices/notice-queries.ts'
import { LETTER_JOB } from '../features/user/notices/notice-letters.ts'
import { PUSH_JOB } from '../features/user/push/send-push.ts'
import { DEAD_QUEUE, type DeadJob, type JobSpec } from '../jobs.ts'
import type { Services } from '../services.ts'

/** Tells of every job that was given up, also when its process died in the last try and could tell nothing itself. */
export function deadJobs(services: Services): JobSpec[] {
  return [{ name: DEAD_QUEUE, handler: (_data, deadJob) => reportDeadJob(services, deadJob) }]
}

async function reportDeadJob(services: Services, job: DeadJob | undefined): Promise<void> {
  if (!job) return
  const { name, id, tries } = job
  await inTransaction(serverOf(services, NO_COMPANY), (tx) =>
    alertManagers(
      tx,
      {
        kind: 'job_failed',
        title: `Фоновая работа ${name} прекращена после ${tries} попыток. Подробности в журнале сервера`,
        href: '/super',
      },
      null,
      { letters: name !== LETTER_JOB, pushes: name !== PUSH_JOB },
    ),
  )
  const line = { event: 'a job was given up', job: name, id, tries }
  services.log.failure(line, new Error('no try of this job succeeded'))
}
