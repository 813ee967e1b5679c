import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from '#web/router/link.tsx'
import { approvalAsks, type ApprovalAsk } from '#contract/user/approval/approval-asks.ts'
import { quote } from '#contract/words/quote.ts'
import { send } from '#web/api/send.ts'
import { refresh } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { CallError } from '#web/state/call-error.ts'
import { ask, askApproval } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { kg, money, time } from '#web/ui/format.ts'
import { DecisionFacts } from '../../weighing/decision-facts.tsx'
import { recordLink } from './record-link.ts'
import styles from './approval-asks.module.css'

/** By what this person confirms. */
export interface OwnMeans {
  readonly hasPin: boolean
  readonly hasKey: boolean
}

const REFRESHES = [approvalAsks.getApprovalAsks]

/** One question with all that is decided on, and the answer: a person with a phone need not go anywhere else. */
export function Ask({ asked, means }: { asked: ApprovalAsk; means: OwnMeans }) {
  const { about, facts } = asked
  return (
    <li className={styles['ask']}>
      <header>
        <h3>{asked.message}</h3>
        <p className={styles['asker']}>
          просит {asked.asked_by}, до {time(asked.expires_at)}
        </p>
      </header>
      {asked.amount_kop !== null && <p className={styles['sum']}>{money(asked.amount_kop)}</p>}
      <p className={styles['whose']}>
        {whoseWords(asked).map((words) => (
          <span key={words}>{words}</span>
        ))}
      </p>
      {about.note && <p className={styles['note']}>{quote(about.note)}</p>}
      {about.warnings && about.warnings.length > 0 && (
        <ul className={styles['warnings']} aria-label="Проверьте">
          {about.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <DecisionFacts facts={facts} of={asked.message} />
      <Answers asked={asked} means={means} />
    </li>
  )
}

/** «№ 2026-000017», «А123ВС77», «Зимин Пётр», «8 220 кг»: which record it is, as far as that is known. */
function whoseWords({ about, facts }: ApprovalAsk): string[] {
  const suppliers = about.suppliers?.length ? about.suppliers : facts.suppliers
  const words = [
    about.number && `№ ${about.number}`,
    about.carnumber,
    suppliers.join('; '),
    about.destinations?.join('; '),
    about.holder,
    about.weight_g && kg(about.weight_g),
  ]
  return words.flatMap((one) => one || [])
}

function Answers({ asked, means }: { asked: ApprovalAsk; means: OwnMeans }) {
  const answer = useSend(approvalAsks.answerApprovalAsk, { refreshes: REFRESHES })
  const [signing, setSigning] = useState(false)
  const byKey = async () => {
    setSigning(true)
    const problem = await answerByKey(asked.id).finally(() => setSigning(false))
    if (problem === undefined) toast.success('Подтверждено ключом')
    else toast.error(problem)
    await refresh(REFRESHES)
  }
  const decline = async () => {
    const isSure = await ask.confirm({
      title: 'Отказать?',
      text: `${asked.asked_by} увидит отказ сразу.`,
      main: 'Отказать',
      danger: true,
    })
    if (!isSure) return
    if (await answer.send({ body: { id: asked.id, confirm: false } })) toast.info('Отказ передан')
    else toast.error(answer.lastRefusal()?.message ?? 'Ответ не передан')
  }
  const record = recordLink(asked.object)
  return (
    <div className={styles['answers']}>
      {record && (
        <Button component={Link} to={record.href} variant="default" className={styles['record']}>
          {record.words}
        </Button>
      )}
      <Button variant="default" loading={answer.sending} onClick={() => void decline()}>
        Отказать
      </Button>
      {means.hasPin && (
        <Button
          variant={means.hasKey ? 'default' : 'filled'}
          onClick={() => void confirmByPin(asked)}
        >
          {means.hasKey ? 'Пин-кодом…' : 'Подтвердить…'}
        </Button>
      )}
      {means.hasKey && (
        <Button loading={signing} onClick={() => void byKey()}>
          Подтвердить ключом
        </Button>
      )}
    </div>
  )
}

const askBrowser = () => import('#web/session/passkey/ask-browser.ts')

/** Confirms a question by the own key of sign-in; gives why that did not happen. */
async function answerByKey(id: string): Promise<string | undefined> {
  const { signByKey, KeyProblem } = await askBrowser()
  try {
    const asked = await send(approvalAsks.beginApprovalKey, { body: { id } }, { quiet: true })
    const key = await signByKey(asked)
    const body = { id, confirm: true, key }
    await send(approvalAsks.answerApprovalAsk, { body }, { quiet: true })
    return undefined
  } catch (error) {
    if (error instanceof KeyProblem) return error.message
    if (error instanceof CallError) return error.explanation
    throw error
  }
}

/** The dialog of the PIN shows what is confirmed; the answer is given with the own PIN. */
async function confirmByPin(asked: ApprovalAsk): Promise<void> {
  const { id, message, object, amount_kop, about } = asked
  const request = {
    action: '',
    object,
    ...(amount_kop !== null && { amount_kop }),
    who: 'self' as const,
    about: withoutUndefined(about),
  }
  const done = await askApproval(`${message}. Просит ${asked.asked_by}`, request, async (pcode) => {
    try {
      await send(
        approvalAsks.answerApprovalAsk,
        { body: { id, confirm: true, pcode } },
        { quiet: true },
      )
      return { token: id }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return { problem: error.explanation }
    }
  })
  if (done) toast.success('Подтверждено')
  await refresh(REFRESHES)
}

const withoutUndefined = (about: ApprovalAsk['about']) =>
  JSON.parse(JSON.stringify(about)) as NonNullable<Parameters<typeof askApproval>[1]['about']>
