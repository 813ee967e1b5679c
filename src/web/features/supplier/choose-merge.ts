import { supplier } from '#contract/supplier.ts'
import type { Supplier, SupplierCard } from '#contract/supplier-entities.ts'
import { callOnce } from '#web/api/use-call.ts'
import { ask } from '#web/ui/ask.ts'
import { openMerge } from './open-merge.ts'
import { openSupplierCard } from './open-supplier-card.ts'

/** From a card: those who look like him are offered first, anybody else by name or number. */
export async function chooseMerge(card: SupplierCard): Promise<void> {
  const other = (await askTwin(card)) ?? undefined
  if (!other) return
  const kept: Supplier | undefined = await openMerge([card.id, other])
  if (kept && kept.id !== card.id) await openSupplierCard(kept.id)
}

const ANOTHER = ''

async function askTwin(card: SupplierCard): Promise<string | undefined> {
  const body = {
    type: card.type,
    name: card.name,
    birth_date: card.birth_date,
    phone: card.phone,
    except: card.id,
  }
  const twins = await callOnce(supplier.findTwins, { body })
  const alike = twins.filter(({ type, status }) => type === card.type && status !== 'archived')
  if (alike.length === 0) return askAnother(card)
  const chosen = await ask.select({
    title: `С кем объединить: ${card.name}?`,
    options: [
      ...alike.map((twin) => ({
        value: twin.id,
        label: twin.name,
        note: twin.inn ?? twin.doc_masked ?? '',
      })),
      { value: ANOTHER, label: 'Другой поставщик…' },
    ],
    main: 'Сравнить',
  })
  return chosen === ANOTHER ? askAnother(card) : chosen
}

async function askAnother(card: SupplierCard): Promise<string | undefined> {
  const mask = await ask.input({
    title: `С кем объединить: ${card.name}?`,
    label: 'Имя, ИНН, телефон или документ второй записи',
    kind: 'text',
    main: 'Найти',
    problem: (text) => (text.trim().length < 3 ? 'Введите не меньше трёх знаков' : undefined),
  })
  if (!mask) return undefined
  const found = await callOnce(supplier.find, { query: { mask } })
  const others = found.filter(({ id, type }) => id !== card.id && type === card.type)
  return ask.select({
    title: others.length > 0 ? 'Кто из них?' : 'Никого того же вида не нашлось',
    options: others.map((one) => ({
      value: one.id,
      label: one.name,
      note: one.inn ?? one.doc_masked ?? '',
    })),
    main: 'Сравнить',
  })
}
