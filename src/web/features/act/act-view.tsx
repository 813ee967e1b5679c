import { Button } from '@mantine/core'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { act } from '#contract/act/act.ts'
import type { ActCard } from '#contract/act/act-entities.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { refresh } from '#web/api/use-call.ts'
import { upload } from '#web/api/upload.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { plural } from '#web/ui/format.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { PdfButton } from '#web/ui/print/pdf-button.tsx'
import { printRecord } from '#web/ui/print/print-record.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { FileButton } from '../file/file-button.tsx'
import { ScannerButton } from '../file/scanner/scanner-button.tsx'
import { OtherReaders } from '../user/other-readers.tsx'
import { ActChain } from './act-chain.tsx'
import { BundleButton } from './bundle-button.tsx'

/** An issued act: its content no longer changes; it is printed, signed, paid or cancelled. */
export function ActView({ card }: { card: ActCard }) {
  const cardActions = useActions(card)
  const keyOf = useHotkeyNames()
  const alive = card.status !== 'void'
  const payable = alive && card.payable_kop > 0
  const paid =
    card.payment_state === 'unpaid'
      ? undefined
      : 'По акту есть выплаты: сначала отмените их или дождитесь возврата'
  useKeys([
    { hotkey: 'print', label: 'Печать', run: cardActions.print },
    ...(payable ? [{ hotkey: 'main' as const, label: 'К выплате', run: cardActions.pay }] : []),
    ...(card.status === 'issued'
      ? [{ hotkey: 'sign' as const, label: 'Подписать', run: () => void cardActions.sign() }]
      : []),
  ])
  return (
    <Page
      title={`Акт № ${card.number ?? '—'}`}
      beside={
        <>
          <StatusBadge kind="act" status={card.status} />
          <StatusBadge kind="act_payment" status={card.payment_state} />
          <OtherReaders record={{ entity: 'act', id: card.id }} />
        </>
      }
      actions={
        <>
          {alive && (
            <>
              <ActionButton
                variant="subtle"
                data-danger
                disabledReason={paid}
                onClick={() => void cardActions.cancel('void')}
              >
                Аннулировать
              </ActionButton>
              <ActionButton
                variant="subtle"
                disabledReason={paid}
                onClick={() => void cardActions.cancel('correct')}
              >
                Исправить
              </ActionButton>
            </>
          )}
          <Button
            variant="default"
            title={keyOf('print')}
            leftSection={<Printer size={16} aria-hidden />}
            onClick={cardActions.print}
          >
            Печать
          </Button>
          <PdfButton title={`Акт № ${card.number ?? '—'}`} read={cardActions.pdf} />
          <Button
            component={Link}
            to={to(paths.printOwnership, { actId: card.id })}
            variant="default"
            title="Заявление о принадлежности лома: печать и PDF"
          >
            Заявление
          </Button>
          <BundleButton card={card} />
          {alive && (
            <>
              <FileButton
                label="Скан"
                hotkey="scan"
                accept="image/jpeg,image/png,application/pdf"
                many
                share={cardActions.share}
                take={cardActions.attach}
              />
              <ScannerButton
                hotkey="scanner"
                busy={cardActions.share !== undefined}
                take={cardActions.attach}
                record={{ entity: 'act', entity_id: card.id }}
              />
            </>
          )}
          {card.status === 'issued' && (
            <Button
              variant="default"
              title={keyOf('sign')}
              loading={cardActions.sending}
              onClick={() => void cardActions.sign()}
            >
              Подписать
            </Button>
          )}
          {payable && (
            <Button title={keyOf('main')} onClick={cardActions.pay}>
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

/** Where no page carries the act's code, a person has to compare the paper with the screen. */
function confirmSign(card: ActCard, pages: number, proven: boolean) {
  const facts = [
    { label: 'Акт', value: `№ ${card.number ?? '—'}` },
    { label: 'Листов', value: pages },
  ]
  if (proven)
    return ask.confirm({
      title: 'Акт подписан?',
      text: 'Приложенные листы будут приняты как подписанный акт.',
      main: 'Подписать',
      facts,
    })
  return ask.confirm({
    title: 'QR-код акта не найден',
    text: 'На листах не читается QR-код этого акта. Откройте листы и сверьте номер, сдатчика и сумму: подписан должен быть именно этот акт.',
    main: 'Сверено, подписать',
    danger: true,
    facts: [...facts, { label: 'Сдатчик', value: card.supplier_name }],
  })
}

function useActions(card: ActCard) {
  const navigate = useNavigate()
  const [share, setShare] = useState<number>()
  const refreshes = [act.get, act.getAll, visitCalls.getFree]
  const command = useSend(act.update, { refreshes })
  const pdf = useSend(act.getPdf)
  const address = { id: card.id, version: card.version }
  const attach = async (chosen: File[]) => {
    const body = new FormData()
    for (const file of chosen) body.append('files[]', file)
    setShare(0)
    const query = { actId: card.id, kind: 'signed_act' as const }
    const scans = await upload(act.uploadScans, { query, body }, { progress: setShare }).catch(
      () => undefined,
    )
    setShare(undefined)
    if (!scans) return
    await refresh(refreshes)
    const added = `Добавлено: ${plural(scans.length, 'лист', 'листа', 'листов')}`
    if (scans.some((page) => page.own_code)) toast.success(added)
    else toast.warning(`${added}. QR-код акта не найден: сверьте номер на бумаге`)
  }
  const sign = async () => {
    const pages = card.scans.filter((scan) => scan.kind === 'signed_act')
    const fresh = pages.filter((scan) => scan.status === 'new')
    if (pages.every((scan) => scan.status === 'rejected'))
      return toast.warning('Сначала приложите скан подписанного акта')
    const proven = pages.some((scan) => scan.status !== 'rejected' && scan.own_code)
    if (!(await confirmSign(card, pages.length, proven))) return
    const accepted_scan_ids = fresh.map(({ id }) => id)
    const sent = { command: 'sign', ...address, accepted_scan_ids } as const
    if (await command.send({ body: proven ? sent : { ...sent, without_code: true } }))
      toast.success('Акт подписан')
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
    const done = await command.send({ body: { command: kind, ...address, reason } })
    if (done && done.id !== card.id) void navigate(to(paths.act, { actId: done.id }))
  }
  return {
    share,
    sending: command.sending,
    attach,
    sign,
    cancel,
    print: () => void printRecord(to(paths.printAct, { actId: card.id })),
    pdf: () => pdf.send({ query: { actId: card.id } }),
    pay: () => {
      const address = to(paths.createPaymentDetails, { supplierId: card.supplier_id })
      void navigate(`${address}?act=${card.id}`)
    },
  }
}
