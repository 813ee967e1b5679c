import { useOtherReaders } from '#web/api/use-other-readers.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'

interface OtherReadersProps {
  record: Parameters<typeof useOtherReaders>[0]
  /** The record can be changed in this place. */
  edits?: boolean
}

/** The other people who have this record open now: «Сейчас правит Иванова Анна, смотрит Петров Олег». */
export function OtherReaders({ record, edits = false }: OtherReadersProps) {
  const others = useOtherReaders(record, edits)
  const names = (are: boolean) =>
    others.filter((one) => one.edits === are).map(({ full_name }) => full_name)
  const parts = [
    [names(true), 'правит', 'правят'],
    [names(false), 'смотрит', 'смотрят'],
  ] as const
  const told = parts
    .filter(([who]) => who.length > 0)
    .map(([who, one, many]) => `${who.length === 1 ? one : many} ${who.join(', ')}`)
  return (
    <span role="status">
      {told.length > 0 && <Badge tone="blue" icon="pencil" label={`Сейчас ${told.join('; ')}`} />}
    </span>
  )
}
