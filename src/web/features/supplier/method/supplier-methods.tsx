import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { supplier } from '#contract/supplier/supplier.ts'
import type { CardMethod, SupplierCard } from '#contract/supplier/supplier-entities.ts'
import type { MethodStatus } from '#contract/supplier/supplier-kinds.ts'
import { payeeWords } from '#contract/supplier/payee-check.ts'
import { useSend } from '#web/api/use-send.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { MethodForm } from './method-form.tsx'
import { activateMethod } from './activate-method.ts'
import styles from '../head/supplier-card.module.css'

const NEW = 'new'

/** Where this supplier is paid; Insert adds one more way. A method that is named is being changed at once. */
export function SupplierMethods({ card, method }: { card: SupplierCard; method?: string }) {
  /** `new`, the id of the method being changed, or nothing. */
  const [editing, setEditing] = useState(method)
  const closed =
    card.status === 'archived' ? 'Поставщик в архиве: сначала верните его оттуда' : undefined
  const maySend = useMaySend(supplier.createMethod)
  const add = () => (closed ? toast.warning(closed) : setEditing(NEW))
  const stop = () => setEditing(undefined)
  useKeys(maySend ? [{ hotkey: 'create', label: 'Добавить способ выплаты', run: add }] : [])
  return (
    <div className={styles['stack']}>
      {card.methods.length === 0 && editing !== NEW && (
        <p className={styles['dim']}>Способов выплаты нет: без них платить некуда.</p>
      )}
      {card.methods.map((method) =>
        maySend && method.id === editing ? (
          <div key={method.id} className={styles['method']} data-editing>
            <MethodForm card={card} method={method} done={stop} cancel={stop} />
          </div>
        ) : (
          <Method key={method.id} method={method} edit={() => setEditing(method.id)} />
        ),
      )}
      {maySend && editing === NEW ? (
        <MethodForm card={card} done={stop} cancel={stop} />
      ) : (
        maySend && (
          <div>
            <ActionButton
              variant="default"
              title="Insert"
              disabledReason={closed}
              leftSection={<Plus size={16} aria-hidden />}
              onClick={add}
            >
              Добавить
            </ActionButton>
          </div>
        )
      )}
    </div>
  )
}

const HOLDER = {
  match: <Badge tone="green" label="Получатель совпал" icon="check" />,
  mismatch: <Badge tone="orange" label="Получатель не совпал" icon="question" />,
  unknown: <Badge tone="gray" label="Получатель не проверен" icon="circle" />,
}

function Method({ method, edit }: { method: CardMethod; edit: () => void }) {
  const changes = useMaySend(supplier.updateMethod)
  return (
    <div className={styles['method']} data-archived={method.status === 'archived' || undefined}>
      <div className={styles['methodWords']}>
        <strong>{method.label}</strong>
        <span className={styles['dim']}>
          {[method.title, method.holder_name].filter(Boolean).join(' · ')}
        </span>
        {method.bank_warning && <span className={styles['reason']}>{method.bank_warning}</span>}
        {method.directory_warning && (
          <span className={styles['dim']}>{method.directory_warning}</span>
        )}
        {method.payee_check && (
          <span className={styles[method.payee_check.outcome === 'differs' ? 'reason' : 'dim']}>
            {payeeWords(method.payee_check)}
          </span>
        )}
      </div>
      <StatusBadge kind="payment_method" status={method.status} />
      {method.status !== 'archived' && HOLDER[method.holder_match]}
      {method.is_default && <Badge tone="blue" label="Основной" />}
      {method.shared && <Badge tone="orange" label="Общие реквизиты" icon="link" />}
      {method.recently_changed && (
        <span title={`Изменены ${dateTime(method.requisites_changed_at)}`}>
          <Badge tone="orange" label="Изменены недавно" icon="clock" />
        </span>
      )}
      {changes && method.status !== 'archived' && <Actions method={method} edit={edit} />}
    </div>
  )
}

const REFRESHES = [supplier.get, supplier.getAll]

function Actions({ method, edit }: { method: CardMethod; edit: () => void }) {
  const step = useSend(supplier.setMethodStatus, { refreshes: REFRESHES })
  const change = useSend(supplier.updateMethod, { refreshes: REFRESHES })
  const remove = useSend(supplier.deleteMethod, { refreshes: REFRESHES })
  const address = { supplierId: method.supplier_id, paymentMethodId: method.id }
  const move = (new_status: MethodStatus) => step.send({ query: address, body: { new_status } })
  const makeDefault = () =>
    change.send({ body: { ...address, version: method.version, is_default: true } })
  const drop = async () => {
    const sure = await ask.confirm({
      title: 'Убрать способ выплаты?',
      text: method.used_count > 0 ? 'По нему уже платили: он уйдёт в архив.' : method.label,
      main: 'Убрать',
      danger: true,
    })
    if (sure) await remove.send({ query: address })
  }
  const active = method.status === 'active'
  return (
    <span className={styles['methodDeeds']}>
      {!active && (
        <Button variant="default" onClick={() => void activateMethod(method)}>
          Включить
        </Button>
      )}
      {active && !method.is_default && (
        <Button variant="default" loading={change.sending} onClick={() => void makeDefault()}>
          Сделать основным
        </Button>
      )}
      <Button variant="subtle" onClick={edit}>
        Изменить
      </Button>
      {active && (
        <Button variant="subtle" loading={step.sending} onClick={() => void move('disabled')}>
          Отключить
        </Button>
      )}
      <Button variant="subtle" data-danger loading={remove.sending} onClick={() => void drop()}>
        Убрать
      </Button>
    </span>
  )
}
