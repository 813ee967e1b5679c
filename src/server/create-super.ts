import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { issueText } from '#contract/core/issue-text.ts'
import { Refusal } from '#http/refusal.ts'
import { readConfig } from './config.ts'
import { prepareDatabase } from './db/roles/prepare-database.ts'
import { NO_COMPANY } from './db/uuid.ts'
import { recoverSuper } from './features/auth/passkey/recover-super.ts'
import { makeSuper, NotMade, superInput } from './features/user/people/make-super.ts'
import { openServices } from './open-services.ts'
import { serverOf } from './db/handle.ts'
import { runCommand } from './settings/run-command.ts'

const USAGE = `Первый суперадминистратор:
  npm run create-super -- ЛОГИН "Фамилия Имя Отчество"
Ещё один, когда такой уже есть: добавьте --more
Вернуть вход тому, чьи ключи и коды не действуют: npm run create-super -- ЛОГИН --recover`

async function main(): Promise<void> {
  const asked = readArguments()
  const config = readConfig()
  await prepareDatabase(config)
  const services = await openServices(config)
  const db = serverOf(services, NO_COMPANY)
  try {
    const isBack = 'recover' in asked
    const { login, password } = isBack
      ? await recoverSuper(db, asked.recover)
      : {
          login: asked.person.login,
          password: await makeSuper(db, asked.person, asked.more),
        }
    const done = isBack ? 'Вход возвращён: ключи и вход по коду сняты' : 'Суперадминистратор создан'
    console.log(`${done}.\n  Вход:   ${config.publicUrl}`)
    console.log(`  Логин:  ${login}\n  Пароль: ${password}`)
    console.log('Пароль показан один раз: при первом входе система попросит заменить его.')
  } finally {
    await services.close()
  }
}

type Asked =
  | { readonly recover: string }
  | { readonly person: z.output<typeof superInput>; readonly more: boolean }

function readArguments(): Asked {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      more: { type: 'boolean', default: false },
      recover: { type: 'boolean', default: false },
    },
  })
  const [login, full_name] = positionals
  if (values.recover && login !== undefined && positionals.length === 1 && !values.more)
    return { recover: login }
  if (positionals.length !== 2) throw new NotMade(USAGE)
  const parsed = z.safeParse(superInput, { login, full_name })
  if (!parsed.success)
    throw new NotMade(`${parsed.error.issues.map(sentenceOf).join('\n')}\n\n${USAGE}`)
  return { person: parsed.data, more: values.more }
}

/** The rule of logins names its field by itself. */
const sentenceOf = (issue: z.core.$ZodIssue) =>
  issue.path[0] === 'full_name' ? `Имя: ${issueText(issue)}` : issueText(issue)

await runCommand(USAGE, [NotMade, Refusal], main)
