import { instrument, type Instrument } from '#contract/act/instrument.ts'
import { instrumentChange } from '#contract/act/instrument-change.ts'
import { send } from '#web/api/send.ts'
import { refresh } from '#web/api/use-call.ts'
import { CallError } from '#web/state/call-error.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'

/** Archives an instrument, or takes it back; acts keep it. */
export async function moveInstrument({ id, version, status, ...one }: Instrument): Promise<void> {
  const isActive = status === 'active'
  const isSure = await ask.confirm({
    title: `${isActive ? 'В архив' : 'Вернуть'}: ${one.model} № ${one.serial_number}`,
    text: isActive
      ? 'Новые акты его не назовут; выписанные и журнал останутся прежними.'
      : 'Прибор снова можно выбрать в акте.',
    main: isActive ? 'В архив' : 'Вернуть',
    danger: isActive,
  })
  if (!isSure) return
  const body = { id, version, status: isActive ? ('archived' as const) : ('active' as const) }
  const answer = await send(instrumentChange.update, { body }).catch((error: unknown) => error)
  if (answer instanceof CallError) {
    await ask.error({ title: 'Не получилось', error: answer })
    return
  }
  if (answer instanceof Error) throw answer
  await refresh([instrument.getAll])
  toast.success(isActive ? 'Прибор в архиве' : 'Прибор возвращён')
}
