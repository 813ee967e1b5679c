import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { ownValue } from '#contract/core/own-value.ts'
import { readConfig } from '../config.ts'
import { openServices } from '../open-services.ts'
import { BadKey } from '../storage/key-files.ts'
import { prepareKey, resealAll, rotateKeys, tellStatus, type KeyWork } from './rotate-keys.ts'
import { KeyRefused } from './key-refused.ts'
import { retireKey, type EndOfKey } from './retire-key.ts'
import {
  prepareSessionKey,
  retireSessionKey,
  rotateSessionKey,
  tellSessionKey,
} from './rotate-session-key.ts'
import { keepOthersOut, openOwner } from './seal-key-queries.ts'
import { runCommand } from '../settings/run-command.ts'

const USAGE = `Ключи шифрования:
  npm run keys -- status                 что каким ключом зашифровано
  npm run keys -- rotate                 новый ключ, и всё прежнее перешифровать им
  npm run keys -- prepare                ключ для нескольких машин: разнести его, затем rotate на каждой
  npm run keys -- reseal                 продолжить перешифровку
  npm run keys -- retire НОМЕР           отозвать прежний ключ
      --leaked ДЕНЬ                      с этого дня (ГГГГ-ММ-ДД) он известен посторонним
      --lost                             файла больше нет, зашифрованное им потеряно
  npm run keys -- rotate --of session    новый ключ сеансов; prepare и status с ним тоже
  npm run keys -- retire --of session    отозвать прежний ключ сеансов: кто вошёл при нём, входит заново`

interface Asked extends EndOfKey {
  readonly number: string | undefined
}

const COMMANDS: Record<string, (work: KeyWork, asked: Asked) => Promise<void>> = {
  status: tellStatus,
  prepare: prepareKey,
  rotate: rotateKeys,
  reseal: resealAll,
  retire: (work, { number = '', ...end }) => {
    if (!/^[1-9]\d{0,2}$/.test(number)) throw new KeyRefused(USAGE)
    return retireKey(work, Number(number), end)
  },
}

/** The same words for the key that signs sessions (security.md 7.6). */
const SESSION_COMMANDS: typeof COMMANDS = {
  status: tellSessionKey,
  prepare: prepareSessionKey,
  rotate: rotateSessionKey,
  retire: (work) => retireSessionKey(work),
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { leaked: { type: 'string' }, lost: { type: 'boolean' }, of: { type: 'string' } },
  })
  const [command = '', number, ...rest] = positionals
  const { of } = values
  const run = ownValue(of === undefined ? COMMANDS : SESSION_COMMANDS, command)
  if (!run || rest.length > 0 || (number !== undefined && command !== 'retire'))
    throw new KeyRefused(USAGE)
  const isOfSeals = number !== undefined || values.leaked !== undefined || values.lost
  if (of !== undefined && (of !== 'session' || isOfSeals)) throw new KeyRefused(USAGE)
  if (values.leaked !== undefined && !z.safeParse(z.iso.date(), values.leaked).success)
    throw new KeyRefused(USAGE)
  const config = readConfig()
  const owner = openOwner(config)
  const services = await openServices(config)
  try {
    if (!(await keepOthersOut(owner.q)))
      throw new KeyRefused('ключами этой базы уже занята другая команда')
    const work = { services, owner: owner.q, say: (words: string) => console.log(words) }
    await run(work, { number, leakedFrom: values.leaked, isLost: values.lost })
  } finally {
    await services.close()
    await owner.close()
  }
}

await runCommand(USAGE, [KeyRefused, BadKey], main)
