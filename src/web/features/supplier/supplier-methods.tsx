import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { supplier } from '#contract/supplier.ts'
import type { MethodStatus, PaymentMethod, SupplierCard } from '#contract/supplier-entities.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/ask.ts'
import { useKeys } from '#web/ui/keys.ts'
import { Badge, StatusBadge } from '#web/ui/status-badge.tsx'
import { MethodForm } from './method-form.tsx'
import styles from './supplier-card.module.css'

/** Where this supplier is paid; Insert adds one more way. */
export function SupplierMethods({ card }: { card: SupplierCard }) {
  const [adding, setAdding] = useState(false)
  useKeys([{ code: 'Insert', label: 'Добавить способ выплаты', run: () => setAdding(true) }])
  return (
    <div className={styles['stack']}>
      {card.methods.length === 0 && !adding && (
        <p className={styles['dim']}>Способов выплаты нет: без них платить некуда.</p>
      )}
      {card.methods.map((method) => (
        <Method key={method.id} method={method} />
      ))}
      {adding ? (
        <MethodForm card={card} done={() => setAdding(false)} />
      ) : (
        <div>
          <Button
            variant="default"
            title="Insert"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Добавить
          </Button>
        </div>
      )}
    </div>
  )
}

const HOLDER = {
  match: <Badge tone="green" label="Получатель совпал" icon="check" />,
  mismatch: <Badge tone="orange" label="Получатель не совпал" icon="question" />,
  unknown: <Badge tone="gray" label="Получатель не проверен" icon="circle" />,
}

function Method({ method }: { method: PaymentMethod }) {
  const refreshes = [supplier.get, supplier.getAll]
  const step = useSend(supplier.setMethodStatus, { refreshes })
  const change = useSend(supplier.updateMethod, { refreshes })
  const remove = useSend(supplier.deleteMethod, { refreshes })
  const address = { supplierId: method.supplier_id, paymentMethodId: method.id }
  const move = (new_status: MethodStatus) => step.send({ query: address, body: { new_status } })
  const drop = async () => {
    const sure = await ask.confirm({
      title: 'Убрать способ выплаты?',
      text: method.used_count > 0 ? 'По нему уже платили: он уйдёт в архив.' : method.label,
      main: 'Убрать',
      danger: true,
    })
    if (sure) await remove.send({ query: address })
  }
  return (
    <div className={styles['method']}>
      <div className={styles['methodWords']}>
        <strong>{method.label}</strong>
        <span className={styles['dim']}>{method.holder_name}</span>
      </div>
      <StatusBadge kind="payment_method" status={method.status} />
      {HOLDER[method.holder_match]}
      {method.is_default && <Badge tone="blue" label="Основной" />}
      {method.recently_changed && <Badge tone="orange" label="Реквизиты изменены недавно" />}
      <span className={styles['methodDeeds']}>
        {method.status !== 'active' && method.status !== 'archived' && (
          <Button variant="default" loading={step.sending} onClick={() => void move('active')}>
            Включить
          </Button>
        )}
        {method.status === 'active' && !method.is_default && (
          <Button
            variant="default"
            loading={change.sending}
            onClick={() =>
              void change.send({ body: { ...address, version: method.version, is_default: true } })
            }
          >
            Сделать основным
          </Button>
        )}
        {method.status === 'active' && (
          <Button variant="subtle" loading={step.sending} onClick={() => void move('disabled')}>
            Отключить
          </Button>
        )}
        {method.status !== 'archived' && (
          <Button variant="subtle" data-danger onClick={() => void drop()}>
            Убрать
          </Button>
        )}
      </span>
    </div>
  )
}
