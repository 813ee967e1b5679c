import type { ActionForms } from './action-form.ts'

/** Visits, weights, weight acts and purchase acts. */
export const tradeActions = {
  'act.archive': {
    title: 'Документ акта выдан архивом',
    says: 'получил{а} документы акта {record} архивом',
    kind: 'access',
  },
  'act.bundle': {
    title: 'Составлен пакет PDF по акту',
    says: 'составил{а} пакет PDF по акту {record}',
    kind: 'access',
  },
  'act.confirm_price': {
    title: 'Подтверждена цена или засор сверх допуска',
    says: 'выписал{а} акт {record} с ценой или засором сверх допуска',
  },
  'act.correct': {
    title: 'Акт выписан взамен исправляемого',
    says: 'составил{а} акт {record} взамен[ {correction_of}]',
  },
  'act.create': {
    title: 'Создан черновик акта',
    says: 'создал{а} черновик акта {record}[, поставщик {supplier_id}]',
  },
  'act.issue': { title: 'Акт выписан', says: 'выписал{а} акт {record}[ на {total_kop}]' },
  'act.paid-by-debit': {
    title: 'Оплачен списанием банка',
    says: 'отметил{а} акт {record} оплаченным списанием банка[: {amount_kop}]',
  },
  'act.pdf': {
    title: 'Сохранён PDF акта',
    says: 'сохранил{а} PDF акта {record}',
    kind: 'access',
  },
  'act.price-returned': {
    title: 'Цена акта вернулась за сутки',
    says: 'вернул{а} цену, по которой в эти сутки выписан акт {record}[: разница {delta_kop}]',
  },
  'act.review': {
    title: 'Отметки акта просмотрены',
    says: 'просмотрел{а} отметки акта {record}[: {flags}]',
  },
  'act.sign': { title: 'Акт подписан', says: 'отметил{а} акт {record} подписанным' },
  'act.update': {
    title: 'Изменён черновик акта',
    says: 'изменил{а} черновик акта {record}[, до этого {total_kop:was}]',
  },
  'act.void': { title: 'Акт аннулирован', says: 'аннулировал{а} акт {record}' },
  'consent.expire': {
    title: 'Согласие истекло',
    says: 'Согласие поставщика {record} больше не действует',
    kind: 'service',
  },
  'consent.sign': {
    title: 'Согласие подписано',
    says: 'принял{а} согласие поставщика {record}[ от {given_at}]',
  },
  'consent.withdraw': {
    title: 'Согласие отозвано',
    says: 'записал{а} отзыв согласия поставщика {record}',
  },
  'control_alarm.create': {
    title: 'Записана тревога контроля лома',
    says: 'записал{а} тревогу контроля лома[, машина {carnumber}]',
  },
  'scan.accept': { title: 'Скан принят', says: 'принял{а} скан {record}' },
  'scan.reject': { title: 'Скан отклонён', says: 'отклонил{а} скан {record}' },
  'scan.save': { title: 'Загружен скан акта', says: 'загрузил{а} скан {record}[, лист {page}]' },
  'transaction.attach': {
    title: 'Заезд взят в весовой акт',
    says: 'взял{а} заезд {record} в весовой акт {weight_act_id}',
  },
  'transaction.close': {
    title: 'Заезд закрыт',
    says: 'закрыл{а} заезд {record}[: нетто {net_g}]',
  },
  'transaction.info': {
    title: 'Изменены сведения заезда',
    says: 'изменил{а} сведения заезда {record}[: {changes}]',
  },
  'transaction.manual': {
    title: 'Заезд записан вручную',
    says: 'записал{а} вес заезда {record} вручную[: {weight_g}]',
  },
  'transaction.mid': {
    title: 'Промежуточное взвешивание',
    says: 'взвесил{а} заезд {record} ещё раз[: {weight_g}]',
  },
  'transaction.off-zero': {
    title: 'Весы были не на нуле у заезда',
    says: 'Весы были не на нуле у заезда {record}[: {weight_g}]',
    kind: 'service',
  },
  'transaction.open': { title: 'Заезд открыт', says: 'открыл{а} заезд {record}' },
  'transaction.print': {
    title: 'Напечатан талон',
    says: 'напечатал{а} талон заезда {record}[, копия {copy}]',
    kind: 'access',
  },
  'transaction.release': {
    title: 'Заезд освобождён из весового акта',
    says: 'убрал{а} заезд {record} из весового акта {weight_act_id:was}',
  },
  'transaction.review': {
    title: 'Отметки заезда просмотрены',
    says: 'просмотрел{а} отметки заезда {record}[: {flags}]',
  },
  'transaction.stale': {
    title: 'Заезд слишком долго открыт',
    says: 'Заезд {record} слишком долго открыт',
    kind: 'service',
  },
  'transaction.left': {
    title: 'Машина уехала без взвешивания',
    says: 'Машина заезда {record} уехала без взвешивания[: {why}]',
    kind: 'service',
  },
  'transaction.void': { title: 'Заезд аннулирован', says: 'аннулировал{а} заезд {record}' },
  'weighing.cancel': {
    title: 'Взвешивание отменено',
    says: 'отменил{а} взвешивание заезда {record}[: {weight_g:was}]',
  },
  'weight.explain': {
    title: 'Объяснён груз на весах без записи',
    says: 'объяснил{а} груз на весах без записи',
  },
  'weight.load': {
    title: 'Груз ушёл с весов, не взвешенный к этому времени',
    says: 'Груз ушёл с весов {record} без взвешивания[: {peak_g}]',
    kind: 'service',
  },
  'weight.not-zero': {
    title: 'Пустые весы не на нуле',
    says: 'Пустые весы {record} не на нуле[: {weight_g}]',
    kind: 'service',
  },
  'weight.zero': { title: 'Весы обнулены', says: 'обнулил{а} весы {record}' },
  'zero_departure.review': {
    title: 'Просмотрено, почему пустые весы были не на нуле',
    says: 'просмотрел{а}, почему пустые весы были не на нуле',
  },
  'weight_act.attach': {
    title: 'Весовой акт взят в акт закупки',
    says: 'взял{а} весовой акт {record} в акт {act_id}',
  },
  'weight_act.confirm': {
    title: 'Весовой акт проведён',
    says: 'пров{ёл|ела} весовой акт {record}',
  },
  'weight_act.create': { title: 'Создан весовой акт', says: 'создал{а} весовой акт {record}' },
  'weight_act.pdf': {
    title: 'Сохранён PDF весового акта',
    says: 'сохранил{а} PDF весового акта {record}',
    kind: 'access',
  },
  'weight_act.release': {
    title: 'Весовой акт освобождён',
    says: 'убрал{а} весовой акт {record} из акта {act_id:was}',
  },
  'weight_act.review': {
    title: 'Отметки весового акта просмотрены',
    says: 'просмотрел{а} отметки весового акта {record}[: {flags}]',
  },
  'weight_act.update': { title: 'Изменён весовой акт', says: 'изменил{а} весовой акт {record}' },
  'weight_act.void': {
    title: 'Весовой акт аннулирован',
    says: 'аннулировал{а} весовой акт {record}',
  },
} as const satisfies ActionForms
