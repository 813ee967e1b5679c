import { Button } from '@mantine/core'
import { Printer, ScanLine } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import { act } from '#contract/act/act.ts'
import { loadNextScreen } from '#web/load-screen.ts'
import type { ActCard } from '#contract/act/act-entities.ts'
import { payment } from '#contract/payment/payment.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { changeStored, refresh } from '#web/api/use-call.ts'
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
import { useScanner } from '../file/scanner/scanner-button.tsx'
import { ActChain } from './act-chain.tsx'
import { ActMenu, type StepAction } from './act-menu.tsx'
import { paymentAddress } from './pay-act.ts'
import { pagesToCheck } from './sign/check-decisions.ts'
import { openSign, prepareSign } from './sign/open-sign.ts'

// Said after pages were sent, which few acts see.
const attachedWords = () => import('./attached-pages.ts')

/** An issued act: its content no longer changes; it is printed, signed, paid or cancelled. */
export function ActView({ card }: { card: ActCard }) {
  const cardActions = useActions(card)
  const may = useMaySteps()
  const isAlive = card.status !== 'void'
  const scanner = useScanner({
    ...(isAlive && may.scan && { hotkey: 'scanner' }),
    store: cardActions.attach,
    record: { entity: 'act', entity_id: card.id },
  })
  const next = isAlive ? stepsOf(card).filter((step) => may[step]) : []
  const steps: readonly ActStep[] = next.length > 0 ? next : ['print']
  const check = may.sign ? checkLabel(card) : undefined
  const offered: Partial<Record<ActStep, StepAction>> = {
    print: { label: 'Печать', hotkey: 'print', icon: Printer, run: cardActions.print },
    ...(isAlive &&
      may.scan && {
        scanner: {
          label: 'Сканер',
          hotkey: 'scanner',
          icon: ScanLine,
          run: scanner.scan,
          loading: scanner.isLoading || cardActions.share !== undefined,
        },
      }),
    ...(check && {
      sign: { label: check, hotkey: 'sign', run: cardActions.sign, loading: cardActions.sending },
    }),
    ...(isAlive &&
      may.pay &&
      card.payable_kop > 0 && {
        pay: { label: 'К выплате', hotkey: 'main', run: cardActions.pay },
      }),
  }
  const { print, sign, pay } = offered
  useKeys([print, sign, pay].filter((one) => one !== undefined))
  const rest = MENU_ORDER.filter((step) => !steps.includes(step)).flatMap(
    (step) => offered[step] ?? [],
  )
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
            steps={rest}
            pdf={cardActions.pdf}
            cancel={isAlive && may.cancel ? (kind) => void cardActions.cancel(kind) : undefined}
          />
          {steps.toReversed().map((step) => {
            const isMain = step === steps[0]
            const action = offered[step]
            if (action) return <StepButton key={step} {...action} isMain={isMain} />
            return (
              <FileButton
                key={step}
                label="Скан"
                hotkey="scan"
                main={isMain}
                accept="image/jpeg,image/png,application/pdf"
                many
                share={cardActions.share}
                take={async (chosen) => void (await cardActions.attach(chosen))}
              />
            )
          })}
        </>
      }
    >
      <ActChain card={card} />
    </Page>
  )
}

type ActStep = 'print' | 'scan' | 'scanner' | 'sign' | 'pay'

/** What stands behind «…» while it is not among the three: the next steps first. */
const MENU_ORDER: readonly ActStep[] = ['sign', 'pay', 'print', 'scanner']

/** Which steps the reader may do: each asks for the right that its own command or call asks for. */
function useMaySteps(): Record<ActStep | 'cancel', boolean> {
  const scan = useMaySend(act.uploadScans)
  const sign = useMaySend(act.update, 'sign')
  const pay = useMaySend(payment.save)
  const cancel = useMaySend(act.update, 'void')
  return { print: true, scan, scanner: scan, sign, pay, cancel }
}

/** The next step of the paper (it is printed, scanned, checked, paid) and the two that go with it. */
function stepsOf(card: ActCard): readonly ActStep[] {
  if (pagesToCheck(card).length > 0) return ['sign', 'scan', 'scanner']
  if (card.status !== 'signed')
    return card.print_count === 0 ? ['print', 'scan', 'scanner'] : ['scan', 'scanner', 'print']
  return card.payable_kop > 0 ? ['pay', 'print', 'scan'] : ['print', 'scan', 'scanner']
}

function StepButton({ isMain, ...action }: StepAction & { isMain: boolean }) {
  const { label, hotkey, icon: Icon, run, loading = false } = action
  const keyOf = useHotkeyNames()
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      title={keyOf(hotkey)}
      leftSection={Icon && <Icon size={16} aria-hidden />}
      loading={loading}
      onClick={run}
    >
      {label}
    </Button>
  )
}

/** Pages that came after the act was signed wait for a check too. */
function checkLabel(card: ActCard): string | undefined {
  if (card.status === 'issued') return 'Подписать'
  return card.status === 'signed' && pagesToCheck(card).length > 0 ? 'Проверить листы' : undefined
}

const hasScan = ({ scans }: ActCard, id: string) => scans.some((scan) => scan.id === id)

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
    void prepareSign()
    void attachedWords().catch(() => undefined)
    const query = { actId: card.id, kind: 'signed_act' as const }
    const scans = await upload(act.uploadScans, { query, body }, { progress: setShare }).catch(
      (error: unknown) => pagesWithoutPlace(chosen, error),
    )
    setShare(undefined)
    if ('unstored' in scans) return scans
    // The key that opens their check needs nothing more than the pages themselves.
    const added = scans.filter((scan) => scan.is_new)
    changeStored(act.get, { query: { id: card.id } }, (stored) => ({
      ...stored,
      scans: [...stored.scans, ...added.filter(({ id }) => !hasScan(stored, id))],
    }))
    void refresh(refreshes)
    if (added[0]) void prepareSign(added[0].file_id)
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
    else {
      void openSign(card)
      // What follows is ready when the last page is accepted.
      loadNextScreen('createPaymentDetails')
    }
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
