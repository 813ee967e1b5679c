import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dropToast, TOAST_MS, useToasts, type Toast, type ToastStyle } from './toast.ts'
import styles from './toasts.module.css'

const ICONS: Record<ToastStyle, typeof Info> = {
  error: CircleAlert,
  success: CircleCheck,
  warning: TriangleAlert,
  info: Info,
}

const NAMES: Record<ToastStyle, string> = {
  error: 'Ошибка',
  success: 'Готово',
  warning: 'Внимание',
  info: 'Сообщение',
}

/** At most four messages under the header; the pointer over a message keeps it open. */
export function Toasts() {
  const shown = useToasts((toasts) => toasts.visible)
  return (
    <div className={styles['stack']}>
      {shown.map((toast) => (
        <ToastCard key={`${toast.style} ${toast.text}`} toast={toast} />
      ))}
    </div>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => dropToast(toast.id), TOAST_MS)
    return () => clearTimeout(timer)
  }, [isHeld, toast.id])
  const Icon = ICONS[toast.style]
  return (
    <div
      className={styles['toast']}
      data-style={toast.style}
      role={toast.style === 'error' ? 'alert' : 'status'}
      // A toast that appears under a resting pointer must not stay open, because it would cover the button below.
      onPointerMove={({ movementX, movementY }) => {
        if (movementX !== 0 || movementY !== 0) setIsHeld(true)
      }}
      onPointerLeave={() => setIsHeld(false)}
    >
      <Icon size={16} aria-hidden />
      <span className={styles['text']}>
        <span className="visually-hidden">{NAMES[toast.style]}: </span>
        {toast.text}
      </span>
      {toast.count > 1 && <span className={styles['count']}>×{toast.count}</span>}
      <button
        type="button"
        className={styles['close']}
        aria-label="Закрыть сообщение"
        onClick={() => dropToast(toast.id)}
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  )
}
