import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import styles from './plain.module.css'

interface PlainButtonProps extends ComponentProps<'button'> {
  look?: 'main' | 'second' | 'quiet'
  busy?: boolean
}

/** A button for pages shown before the kit is loaded: sign-in, links, failures. */
export function PlainButton({ look = 'main', busy = false, children, ...rest }: PlainButtonProps) {
  return (
    <button type="button" {...rest} className={styles['button']} data-look={look} aria-busy={busy}>
      {children}
    </button>
  )
}

interface PlainFieldProps extends ComponentProps<'input'> {
  label: string
  hint?: ReactNode
}

/** A labelled field of such pages. */
export function PlainField({ label, hint, ...rest }: PlainFieldProps) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input {...rest} id={id} />
      {hint}
    </div>
  )
}

/** A password field that can show its text and warns of Caps Lock. */
export function PlainPassword({ label, ...rest }: Omit<PlainFieldProps, 'hint' | 'type'>) {
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <div className={styles['password']}>
        <input
          {...rest}
          id={id}
          type={shown ? 'text' : 'password'}
          onKeyUp={(event) => setCaps(event.getModifierState('CapsLock'))}
        />
        <button
          type="button"
          aria-label={shown ? 'Скрыть пароль' : 'Показать пароль'}
          onClick={() => setShown(!shown)}
        >
          <EyeIcon crossed={shown} />
        </button>
      </div>
      {caps && <div className={styles['caps']}>Включён Caps Lock</div>}
    </div>
  )
}

/** The icon library's eye, drawn here: the library itself would be larger than the sign-in form. */
function EyeIcon({ crossed }: { crossed: boolean }) {
  return (
    <svg
      width={16}
      height={16}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7Z" />
      <circle cx={12} cy={12} r={3} />
      {crossed && <path d="m3 3 18 18" />}
    </svg>
  )
}
