import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Refusal } from '#http/refusal.ts'
import { BadBackup } from '../backup/manifest.ts'
import { readConfig } from '../config.ts'
import { badDatabase, reachDatabase } from '../db/connection/reach.ts'
import { openServices } from '../open-services.ts'
import { exportCompany, type MoveWork } from './export-company.ts'
import { importCompany } from './import-company.ts'
import { MoveRefused } from './move-package.ts'
import { runCommand } from '../settings/run-command.ts'

const USAGE = `Переезд компании в другую установку:
  npm run company -- export ИНН --dir ПАПКА --to АДРЕС --recipient age1…
      закрыть приостановленную компанию здесь и выгрузить её целиком
  npm run company -- import --dir ПАПКА --identity ФАЙЛ --print ОТПЕЧАТОК
      принять её: отпечаток сказал export
Ключ делает npm run backup -- --new-key ФАЙЛ. Прерванная команда повторяется.`

interface Asked {
  readonly company: string | undefined
  readonly dir: string | undefined
  readonly to: string | undefined
  readonly recipient: string | undefined
  readonly identity: string | undefined
  readonly print: string | undefined
}

const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/

async function runExport(work: MoveWork, { company, dir, to, recipient }: Asked): Promise<void> {
  if (!company || !dir || !to || !recipient) throw new MoveRefused(USAGE)
  if (!URL.canParse(to) || new URL(to).protocol !== 'https:')
    throw new MoveRefused('назовите новый адрес компании вида https://…: --to')
  if (!RECIPIENT.test(recipient)) throw new MoveRefused('нужен открытый ключ age вида age1…')
  const order = { company, dir: path.resolve(dir), to: new URL(to).origin, recipient }
  const print = await exportCompany(work, order)
  work.say(`Выгрузка в ${order.dir}. Отпечаток передайте отдельно от неё: ${print}`)
}

async function runImport(work: MoveWork, { company, dir, identity, print }: Asked): Promise<void> {
  if (company !== undefined || !dir || !identity || !print) throw new MoveRefused(USAGE)
  const text = await readFile(identity, 'utf8').catch(() => {
    throw new MoveRefused(`ключа ${identity} нет`)
  })
  const found = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]+$/m.exec(text)
  if (!found) throw new MoveRefused(`в ${identity} нет ключа вида AGE-SECRET-KEY-1…`)
  await importCompany(work, { dir: path.resolve(dir), identity: found[0], print })
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      dir: { type: 'string' },
      to: { type: 'string' },
      recipient: { type: 'string' },
      identity: { type: 'string' },
      print: { type: 'string' },
    },
  })
  const [command, company, ...rest] = positionals
  const run = command === 'export' ? runExport : command === 'import' ? runImport : undefined
  if (!run || rest.length > 0) throw new MoveRefused(USAGE)
  const { dir, to, recipient, identity, print } = values
  const config = readConfig()
  if (config.ownerUrl === undefined)
    throw badDatabase('не задано: компанию переносит владелец таблиц', 'DATABASE_OWNER_URL')
  const owner = await reachDatabase(config.ownerUrl, 'DATABASE_OWNER_URL')
  const services = await openServices(config)
  try {
    const say = (words: string) => console.log(words)
    await run({ services, owner, say }, { company, dir, to, recipient, identity, print })
  } finally {
    await services.close()
    await owner.end()
  }
}

await runCommand(USAGE, [MoveRefused, BadBackup, Refusal], main)
