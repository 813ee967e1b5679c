import type { ActionForms } from './action-form.ts'

/** Suppliers, where their money goes, goods and prices. */
export const supplierActions = {
  'method.archive': {
    title: 'Способ выплаты в архиве',
    says: 'убрал{а} в архив способ выплаты[ {kind:was}] поставщика {record}',
  },
  'method.create': {
    title: 'Добавлен способ выплаты',
    says: 'добавил{а} способ выплаты[ {kind}] поставщику {record}',
  },
  'method.delete': {
    title: 'Удалён способ выплаты',
    says: 'удалил{а} способ выплаты[ {kind:was}][ поставщика {supplier_id:was}]',
  },
  'method.move': {
    title: 'Способ выплаты перенесён',
    says: 'перен{ёс|есла} способ выплаты[ от {supplier_id:was}][ к {supplier_id}]',
  },
  'method.payee-check': {
    title: 'Банк спрошен о получателе',
    says: 'спросил{а} банк о получателе: {record}[, ответ: {outcome}]',
  },
  'method.rematch': {
    title: 'Получатель сверен заново',
    says: 'сверил{а} получателя заново: {record}[, {holder_match}]',
    kind: 'service',
  },
  'method.share': {
    title: 'Получатель встречается у нескольких поставщиков',
    says: 'разрешил{а} выплату получателю, который есть у нескольких поставщиков: {record}',
  },
  'method.status': {
    title: 'Изменён статус способа выплаты',
    says: 'изменил{а} статус способа выплаты поставщика {record}[: {status:step}]',
  },
  'method.update': {
    title: 'Изменён способ выплаты',
    says: 'изменил{а} способ выплаты поставщика {record}[: {changes}]',
  },
  'price.block': {
    title: 'Изменено много цен сразу',
    says: 'изменил{а} цены вставкой или правкой многих сразу: {cells}',
  },
  'price.bulk': {
    title: 'Цены изменены списком',
    says: 'изменил{а} цены колонки {record} списком[: {cells}][, на {bp}][, на {delta_kop}]',
  },
  'price.plan': {
    title: 'Цены запланированы',
    says: 'запланировал{а} цены: {cells}[, с {from_at}]',
  },
  'price.plan_cancel': {
    title: 'План цен отменён',
    says: 'отменил{а} запланированную цену {record}[: {price_kop:was}]',
  },
  'price.plan_due': {
    title: 'План цен вступил в силу',
    says: 'Вступили в силу запланированные цены: {cells}',
    kind: 'service',
  },
  'price.set': {
    title: 'Изменена цена',
    says: 'изменил{а} цену {record}[ ({column_id})]: {price_kop:step}',
  },
  'price_column.create': {
    title: 'Добавлена колонка прайса',
    says: 'добавил{а} колонку прайса {record}',
  },
  'price_column.default': {
    title: 'Выбрана основная колонка прайса',
    says: 'изменил{а} выбор основной колонки прайса, {record}[: {changes}]',
  },
  'price_column.delete': {
    title: 'Удалена колонка прайса',
    says: 'удалил{а} колонку прайса {record}',
  },
  'price_column.order': {
    title: 'Изменён порядок колонок прайса',
    says: 'переставил{а} колонку прайса {record}[ на место {place}]',
  },
  'price_column.restore': {
    title: 'Колонка прайса возвращена',
    says: 'вернул{а} колонку прайса {record}',
  },
  'price_column.update': {
    title: 'Изменена колонка прайса',
    says: 'изменил{а} колонку прайса {record}[: {changes}]',
  },
  'product.archive': { title: 'Товар в архиве', says: 'убрал{а} в архив товар {record}' },
  'product.create': { title: 'Добавлен товар', says: 'добавил{а} товар {record}' },
  'product.delete': { title: 'Удалён товар', says: 'удалил{а} товар {name:was}' },
  'product.move': {
    title: 'Товар перенесён',
    says: 'перен{ёс|есла} товар {record}[ в {parent_id}]',
  },
  'product.restore': {
    title: 'Товар возвращён из архива',
    says: 'вернул{а} из архива товар {record}',
  },
  'product.update': { title: 'Изменён товар', says: 'изменил{а} товар {record}[: {changes}]' },
  'supplier.create': { title: 'Создан поставщик', says: 'вн{ёс|есла} поставщика {record}' },
  'supplier.flag': {
    title: 'Поставщик отмечен',
    says: 'Поставщик {record} отмечен[: {flag}]',
    kind: 'service',
  },
  'supplier.import': {
    title: 'Поставщик перенесён из старой базы',
    says: 'перен{ёс|есла} поставщика {record} из старой базы',
  },
  'supplier.merge': {
    title: 'Поставщик объединён с другой записью',
    says: 'объединил{а} записи поставщика {record}[ с {merged}][ с {merged_into}]',
  },
  'supplier.npd': {
    title: 'Сказано о статусе НПД поставщика',
    says: 'записал{а} статус НПД поставщика {record}[: {npd}]',
  },
  'supplier.old_base_search': {
    title: 'Поиск в старой базе',
    says: 'искал{а} поставщика в старой базе',
    kind: 'access',
  },
  'supplier.review': {
    title: 'Отметки поставщика просмотрены',
    says: 'просмотрел{а} отметки поставщика {record}[: {flags}]',
  },
  'supplier.status': {
    title: 'Изменён статус поставщика',
    says: 'изменил{а} статус поставщика {record}[: {status:step}]',
  },
  'supplier.update': {
    title: 'Изменены сведения поставщика',
    says: 'изменил{а} сведения поставщика {record}[: {changes}]',
  },
  'supplier.view': {
    title: 'Просмотрены личные сведения поставщика',
    says: 'просмотрел{а} личные сведения поставщика {record}',
    kind: 'access',
  },
} as const satisfies ActionForms
