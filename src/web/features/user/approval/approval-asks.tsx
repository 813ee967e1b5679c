import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { approvalAsks, type ApprovalAsk } from '#contract/user/approval/approval-asks.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { passkeys } from '#contract/user/passkeys.ts'
import { send } from '#web/api/send.ts'
import { refresh, useCall } from '#web/api/use-call.ts'
import { useHeldRights } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { CallError } from '#web/state/call-error.ts'
import { useStore } from '#web/state/store.ts'
import { ask, askApproval } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { money, time } from '#web/ui/format.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import rows from '../rows.module.css'
import { answerByKey } from './answer-by-key.ts'
import styles from './approval-asks.module.css'

const CONFIRMING = ['approval.weighing', 'approval.act', 'approval.payment', 'approval.supplier']
const MINUTE_MS = 60_000

/** Questions of colleagues that wait for this person's word; nothing while there are none. */
export function ApprovalAsks() {
  const held = useHeldRights()
  const { data = [] } = useCall(
    approvalAsks.getApprovalAsks,
    {},
    {
      when: CONFIRMING.some((code) => held?.has(code)),
      every: MINUTE_MS,
      keep: true,
      quiet: true,
    },
  )
  const means = useOwnMeans(data.length > 0)
  if (data.length === 0) return null
  return (
    <Panel title="Просят подтвердить">
      <ul className={styles['asks']}>
        {data.map((one) => (
          <Ask key={one.id} asked={one} {...means} />
        ))}
      </ul>
    </Panel>
  )
}

interface OwnMeans {
  hasPin: boolean
  hasKey: boolean
}

/** By what this person confirms. Until keys are known, and where there is neither, the PIN is offered: the server says what is missing. */
function useOwnMeans(isAsked: boolean): OwnMeans {
  const person = useStore(({ account }) => account?.user)
  const { data } = useCall(passkeys.getPasskeys, {}, { when: isAsked, keep: true, quiet: true })
  const hasKey = Boolean(data?.address && data.passkeys.length > 0)
  const hasPin = Boolean(person?.has_pcode && !person.pcode_temporary)
  return { hasKey, hasPin: hasPin || !hasKey }
}

const REFRESHES = [approvalAsks.getApprovalAsks]

function Ask({ asked, hasPin, hasKey }: { asked: ApprovalAsk } & OwnMeans) {
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
  const href = pathOf(asked)
  return (
    <li>
      <div className={styles['words']}>
        <strong>{asked.message}</strong>
        <span>{factsOf(asked)}</span>
        {asked.about.warnings?.map((warning) => (
          <span key={warning} className={styles['warning']}>
            {warning}
          </span>
        ))}
      </div>
      <div className={rows['buttons']}>
        {href && (
          <Button component={Link} to={href} variant="default">
            Снимки и цены
          </Button>
        )}
        <Button variant="default" loading={answer.sending} onClick={() => void decline()}>
          Отказать
        </Button>
        {hasPin && (
          <Button variant={hasKey ? 'default' : 'filled'} onClick={() => void confirm(asked)}>
            {hasKey ? 'Пин-кодом…' : 'Подтвердить…'}
          </Button>
        )}
        {hasKey && (
          <Button loading={signing} onClick={() => void byKey()}>
            Подтвердить ключом
          </Button>
        )}
      </div>
    </li>
  )
}

function factsOf({ asked_by, about, amount_kop, expires_at }: ApprovalAsk): string {
  return [
    `просит ${asked_by}, до ${time(expires_at)}`,
    about.number && `№ ${about.number}`,
    about.carnumber,
    about.suppliers?.join('; '),
    about.holder,
    amount_kop !== null && money(amount_kop),
    about.note && `«${about.note}»`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The dialog of the PIN shows what is confirmed; the answer is given with the own PIN. */
async function confirm(asked: ApprovalAsk): Promise<void> {
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

/** Where the record's pictures, prices and history are. */
function pathOf({ object: { entity, ids } }: ApprovalAsk): string | undefined {
  const [id] = ids
  if (id === undefined || ids.length > 1) return undefined
  if (entity === 'act') return to(paths.act, { actId: id })
  if (entity === 'transaction') return `${paths.transactions}?peek=${id}`
  if (entity === 'payment') return `${paths.payments}?peek=${id}`
  if (entity === 'supplier') return `${paths.suppliers}?card=${id}`
  return undefined
}
