import path from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { readConfig } from '../config.ts'
import { keepHeads } from '../features/user/notices/sealed-heads.ts'
import { openOwner } from '../keys/seal-key-queries.ts'
import { openServices } from '../open-services.ts'
import { archiveCompany, type ArchiveOrder, type ArchiveWork } from './archive-company.ts'
import { JournalRefused } from './archive-file.ts'
import { isOldEnough, keepOthersOut, listCompanies } from './archive-queries.ts'
import { runCommand } from '../settings/run-command.ts'

const USAGE = `Архив журнала изменений:
  npm run journal -- archive --before ГГГГ-ММ-ДД --to ПАПКА
      записи до этого дня перенести из базы в файлы: они доказываются и подписываются
      --company ИНН   только одной компании
День – не раньше чем год назад. Прерванная команда повторяется с той же папкой.`

/** Archives the journals of all companies or of one; the journal of the platform is small and stays. */
async function runArchive(
  work: ArchiveWork,
  order: ArchiveOrder,
  inn: string | undefined,
): Promise<void> {
  const { services, owner, say } = work
  if (!(await keepOthersOut(owner))) throw new JournalRefused('архивом уже занята другая команда')
  if (!(await isOldEnough(owner, order.before)))
    throw new JournalRefused(
      'журнал остаётся в базе не меньше года: назовите в --before день, который был год назад или раньше',
    )
  const companies = await listCompanies(owner, inn)
  if (companies.length === 0) throw new JournalRefused(`компании ${inn} здесь нет: назовите её ИНН`)
  // Kept heads prove that what is archived was not rewritten before.
  const { problems, isComplete } = await keepHeads(services)
  if (problems.length > 0) throw new JournalRefused(`журнал нарушен. ${problems[0]!.problem}`)
  if (!isComplete) throw new JournalRefused('S3 не отвечает: журнал не сверен с отпечатками в нём')
  for (const company of companies) await archiveCompany(work, company, order)
  say('Готово. Проверка: npm run audit:verify -- --archive ПАПКА')
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      before: { type: 'string' },
      company: { type: 'string' },
      to: { type: 'string' },
    },
  })
  const { before, company, to } = values
  const isDay = z.safeParse(z.iso.date(), before).success
  if (positionals.join(' ') !== 'archive' || !isDay || !to) throw new JournalRefused(USAGE)
  const config = readConfig()
  const owner = openOwner(config)
  const services = await openServices(config)
  try {
    const work = { services, owner: owner.q, say: (words: string) => console.log(words) }
    await runArchive(work, { before: before!, to: path.resolve(to) }, company)
  } finally {
    await services.close()
    await owner.close()
  }
}

await runCommand(USAGE, [JournalRefused], main)
