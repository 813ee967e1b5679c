import { PlainButton } from '#web/ui/layout/plain.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import styles from './second-factor.module.css'

/** Shown once, right after they were made. */
export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  const copy = () => {
    void navigator.clipboard.writeText(codes.join('\n'))
    toast.success('Запасные коды скопированы')
  }
  return (
    <div className={styles['form']}>
      <p className={styles['warning']} role="status">
        Запишите запасные коды и храните отдельно от телефона: больше они нигде не показываются.
        Каждый из них один раз заменит код из приложения, если телефона не будет.
      </p>
      <ol className={styles['codes']} aria-label="Запасные коды">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles['buttons']}>
        <PlainButton onClick={close}>Коды записаны</PlainButton>
        <PlainButton look="second" onClick={copy}>
          Скопировать
        </PlainButton>
      </div>
    </div>
  )
}
