import { Eye, EyeOff } from 'lucide-react'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import styles from './plain.module.css'

interface PlainButtonProps extends ComponentProps<'button'> {
  look?: 'main' | 'second' | 'quiet'
  busy?: boolean
}

/** A button for pages that stand before the kit is loaded: sign-in, links, failures. */
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

/** A password that can be looked at and warns of Caps Lock. */
export function PlainPassword({ label, ...rest }: Omit<PlainFieldProps, 'hint' | 'type'>) {
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const id = useId()
  const Icon = shown ? EyeOff : Eye
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
          <Icon size={16} aria-hidden />
        </button>
      </div>
      {caps && <div className={styles['caps']}>Включён Caps Lock</div>}
    </div>
  )
}
