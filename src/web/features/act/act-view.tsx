import { Button } from '@mantine/core'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import { act } from '#contract/act/act.ts'
import type { ActCard } from '#contract/act/act-entities.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { refresh } from '#web/api/use-call.ts'
import { upload } from '#web/api/upload.ts'
import { useSend } from '#web/api/use-send.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { printRecord } from '#web/ui/print/print-record.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { FileButton } from '../file/file-button.tsx'
import { pagesWithoutPlace, type HandedPages } from '../file/scanner/scan-result.ts'
import { ScannerButton } from '../file/scanner/scanner-button.tsx'
import { ActChain } from './act-chain.tsx'
import { ActMenu } from './act-menu.tsx'
import { paymentAddress } from './pay-act.ts'
import { pagesToCheck } from './sign/check-decisions.ts'
import { openSign } from './sign/open-sign.ts'

// Said after pages were sent, which few acts see.
const attachedWords = () => import('./attached-pages.ts')

/** An issued act: its content no longer changes; it is printed, signed, paid or cancelled. */
export function ActView({ card }: { card: ActCard }) {
  const cardActions = useActions(card)
  const keyOf = useHotkeyNames()
  const maySend = useMaySend(act.update)
  const alive = card.status !== 'void' && maySend
  const payable = alive && card.payable_kop > 0
  const check = maySend ? checkLabel(card) : undefined
  const main = alive ? mainAction(card) : 'print'
  useKeys([
    { hotkey: 'print', label: 'Печать', run: cardActions.print },
    ...(payable ? [{ hotkey: 'main' as const, label: 'К выплате', run: cardActions.pay }] : []),
    ...(check ? [{ hotkey: 'sign' as const, label: check, run: cardActions.sign }] : []),
  ])
  return (
    <Page
      title={`Акт № ${card.number ?? '—'}`}
      beside={
        <>
          <StatusBadge kind="act" status={card.status} />
          <StatusBadge kind="act_payment" status={card.payment_state} />
        </>
      }
      actions={
        <>
          <ActMenu
            card={card}
            pdf={cardActions.pdf}
            cancel={alive ? (kind) => void cardActions.cancel(kind) : undefined}
          />
          <Button
            variant={main === 'print' ? 'filled' : 'default'}
            title={keyOf('print')}
            leftSection={<Printer size={16} aria-hidden />}
            onClick={cardActions.print}
          >
            Печать
          </Button>
          {alive && (
            <>
              <FileButton
                label="Скан"
                hotkey="scan"
                main={main === 'scan'}
                accept="image/jpeg,image/png,application/pdf"
                many
                share={cardActions.share}
                take={async (chosen) => void (await cardActions.attach(chosen))}
              />
              <ScannerButton
                hotkey="scanner"
                busy={cardActions.share !== undefined}
                store={cardActions.attach}
                record={{ entity: 'act', entity_id: card.id }}
              />
            </>
          )}
          {check && (
            <Button
              variant={main === 'sign' ? 'filled' : 'default'}
              title={keyOf('sign')}
              loading={cardActions.sending}
              onClick={cardActions.sign}
            >
              {check}
            </Button>
          )}
          {payable && (
            <Button
              variant={main === 'pay' ? 'filled' : 'default'}
              title={keyOf('main')}
              onClick={cardActions.pay}
            >
              К выплате
            </Button>
          )}
        </>
      }
    >
      <ActChain card={card} />
    </Page>
  )
}

/** The next step of the paper: it is printed, scanned, checked, paid. */
function mainAction(card: ActCard): 'print' | 'scan' | 'sign' | 'pay' {
  if (pagesToCheck(card).length > 0) return 'sign'
  if (card.status !== 'signed') return card.print_count === 0 ? 'print' : 'scan'
  return card.payable_kop > 0 ? 'pay' : 'print'
}

/** Pages that came after the act was signed wait for a check too. */
function checkLabel(card: ActCard): string | undefined {
  if (card.status === 'issued') return 'Подписать'
  return card.status === 'signed' && pagesToCheck(card).length > 0 ? 'Проверить листы' : undefined
}

function useActions(card: ActCard) {
  const navigate = useNavigate()
  const [share, setShare] = useState<number>()
  const refreshes = [act.get, act.getAll, visitCalls.getFree]
  const command = useSend(act.update, { refreshes })
  const pdf = useSend(act.getPdf)
  const address = { id: card.id, version: card.version }
  const attach = async (chosen: File[]): Promise<HandedPages> => {
    const body = new FormData()
    for (const file of chosen) body.append('files[]', file)
    setShare(0)
    const query = { actId: card.id, kind: 'signed_act' as const }
    const scans = await upload(act.uploadScans, { query, body }, { progress: setShare }).catch(
      (error: unknown) => pagesWithoutPlace(chosen, error),
    )
    setShare(undefined)
    if ('unstored' in scans) return scans
    await refresh(refreshes)
    const { describeAttached } = await attachedWords()
    const { text, isPlain } = describeAttached(scans)
    if (isPlain) toast.success(text)
    else toast.warning(text)
    return { unstored: [] }
  }
  const sign = () => {
    const pages = card.scans.filter((scan) => scan.kind === 'signed_act')
    if (pages.every((scan) => scan.status === 'rejected'))
      toast.warning('Сначала приложите скан подписанного акта')
    else void openSign(card)
  }
  const cancel = async (kind: 'void' | 'correct') => {
    const reason = await ask.textarea({
      title: kind === 'void' ? 'Аннулировать акт?' : 'Исправить акт?',
      label: 'Причина',
      hint:
        kind === 'void'
          ? 'Взвешивания освободятся, номер останется занятым.'
          : 'Этот акт будет аннулирован, взвешивания перейдут в новый черновик.',
      min: 5,
      main: kind === 'void' ? 'Аннулировать' : 'Исправить',
    })
    if (!reason) return
    const expected = kind === 'correct' ? { expected_total_kop: card.total_kop } : {}
    const done = await command.send({ body: { command: kind, ...address, ...expected, reason } })
    if (done && done.id !== card.id) navigate(to(paths.act, { actId: done.id }))
  }
  return {
    share,
    sending: command.sending,
    attach,
    sign,
    cancel,
    print: () => void printRecord(to(paths.printAct, { actId: card.id })),
    pdf: () => pdf.send({ query: { actId: card.id } }),
    pay: () => navigate(paymentAddress(card)),
  }
}
