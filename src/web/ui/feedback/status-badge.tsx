import {
  Archive,
  ArrowRight,
  Check,
  CheckCheck,
  Circle,
  CircleHelp,
  CircleSlash2,
  Clock3,
  Contrast,
  Link2,
  PencilLine,
  X,
} from 'lucide-react'
import { statusAppearance, type StatusIcon, type StatusKind, type Tone } from './status.ts'
import styles from './status-badge.module.css'

const ICONS: Record<StatusIcon, typeof Check> = {
  pencil: PencilLine,
  circle: Circle,
  clock: Clock3,
  arrow: ArrowRight,
  check: Check,
  'double-check': CheckCheck,
  half: Contrast,
  question: CircleHelp,
  stop: CircleSlash2,
  cross: X,
  box: Archive,
  link: Link2,
}

/** A status as icon, word and tone: never colour alone. */
export function StatusBadge({ kind, status }: { kind: StatusKind; status: string }) {
  const { label, tone, icon, struck } = statusAppearance(kind, status)
  return <Badge tone={tone} label={label} icon={icon} struck={struck ?? false} />
}

interface BadgeProps {
  tone: Tone
  label: string
  icon?: StatusIcon
  struck?: boolean
}

/** A badge that is not a status: a flag, a mark of the record. */
export function Badge({ tone, label, icon, struck }: BadgeProps) {
  const Icon = icon && ICONS[icon]
  return (
    <span className={styles['badge']} data-tone={tone} data-struck={struck || undefined}>
      {Icon && <Icon size={12} strokeWidth={2} aria-hidden />}
      <span>{label}</span>
    </span>
  )
}
