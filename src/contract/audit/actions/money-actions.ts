import type { ActionForms } from './action-form.ts'

/** Payments, banks and their statements. */
export const moneyActions = {
  'bank.bik_directory': {
    title: 'Загружен справочник БИК',
    says: 'загрузил{а} справочник БИК[ за {day}]',
  },
  'bank.bik_directory_restore': {
    title: 'Возвращён прежний справочник БИК',
    says: 'вернул{а} прежний справочник БИК[ за {day}]',
  },
  'bank.create': { title: 'Добавлен банк', says: 'добавил{а} банк {record}' },
  'bank.status': {
    title: 'Изменён статус банка',
    says: 'изменил{а} статус банка {record}[: {status:step}]',
  },
  'bank.update': { title: 'Изменён банк', says: 'изменил{а} банк {record}[: {changes}]' },
  'bank_config.compare': {
    title: 'Заказана сверка с банком',
    says: 'заказал{а} сверку с банком по договору {record}[ с {from}][ по {to}]',
    kind: 'access',
  },
  'bank_config.create': {
    title: 'Добавлен счёт в банке',
    says: 'добавил{а} счёт в банке {record}',
  },
  'bank_config.delete': {
    title: 'Удалён счёт в банке',
    says: 'удалил{а} счёт в банке {title:was}',
  },
  'bank_config.session_end': {
    title: 'Сеанс с банком закончился',
    says: 'Сеанс с банком закончился: {record}',
    kind: 'service',
  },
  'bank_config.sign_in': {
    title: 'Вход в банк',
    says: 'вош{ёл|ла} в банк по счёту {record}',
    kind: 'access',
  },
  'bank_config.status': {
    title: 'Изменён статус счёта в банке',
    says: 'изменил{а} статус счёта в банке {record}[: {status:step}]',
  },
  'bank_config.stop': {
    title: 'Обмен с банком остановлен',
    says: 'Обмен с банком остановлен: {record}[, {stopped_reason}]',
    kind: 'service',
  },
  'bank_config.update': {
    title: 'Изменён счёт в банке',
    says: 'изменил{а} счёт в банке {record}[: {changes}]',
  },
  'bank_report.import': {
    title: 'Загружен ответ банка на файл выплат',
    says: 'загрузил{а} ответ банка[ на реестр {registry}][: {file}]',
  },
  'bank_statement.choose': {
    title: 'Для строки выписки выбрана выплата',
    says: 'выбрал{а} для строки выписки выплату {payment}[ на {amount_kop}]',
  },
  'bank_statement.confirm': {
    title: 'Строка выписки подтверждена',
    says: 'подтвердил{а} строку выписки[ на {amount_kop}]: выплата {payment}',
  },
  'bank_statement.deny': {
    title: 'Предложенная выплата снята со строки выписки',
    says: 'снял{а} выплату {payment:was} со строки выписки[ на {amount_kop}]',
  },
  'bank_statement.free': {
    title: 'Строка выписки освобождена: выплату назвала другая',
    says: 'Строка выписки[ на {amount_kop}] освобождена: выплату {payment:was} назвала другая',
    kind: 'service',
  },
  'bank_statement.import': {
    title: 'Загружена выписка банка',
    says: 'загрузил{а} выписку банка[ {file}][, счёт •••• {account}]',
  },
  'bank_statement.request': {
    title: 'Запрошена выписка банка',
    says: 'запросил{а} выписку банка {record}[ с {from}][ по {to}]',
    kind: 'access',
  },
  'payment.by-debit': {
    title: 'Списание банка оплатило акты',
    says: 'оплатил{а} акты списанием банка: выплата {record}[ на {amount_kop}]',
  },
  'payment.by-letter': {
    title: 'Акты оплачены по письму банка',
    says: 'оплатил{а} акты по письму банка: выплата {record}[ на {amount_kop}]',
  },
  'payment.cancel': { title: 'Выплата отменена', says: 'отменил{а} выплату {record}' },
  'payment.cancelled': {
    title: 'Банк отменил выплату',
    says: 'Банк отменил выплату {record}',
    kind: 'service',
  },
  'payment.flag': {
    title: 'Выплата отмечена',
    says: 'Выплата {record} отмечена[: {flag}]',
    kind: 'service',
  },
  'payment.known-to-bank': {
    title: 'Выплату, которую банк уже знает, приняли',
    says: 'принял{а} выплату {record}, которую банк уже знает',
  },
  'payment.paid': {
    title: 'Выплата дошла',
    says: 'Выплата {record} дошла до получателя',
    kind: 'service',
  },
  'payment.pdf': {
    title: 'Сохранён PDF платёжного поручения',
    says: 'сохранил{а} PDF платёжного поручения {record}',
    kind: 'access',
  },
  'payment.processing': {
    title: 'Банк исполняет выплату',
    says: 'Банк исполняет выплату {record}',
    kind: 'service',
  },
  'payment.receipt': {
    title: 'Записан чек самозанятого',
    says: 'записал{а} чек самозанятого к выплате {record}[: {receipt}]',
  },
  'payment.refused-in-bank': {
    title: 'Записан отказ банка по поручению из файла',
    says: 'записал{а} отказ банка по выплате {record}',
  },
  'payment.register': {
    title: 'Выплата отправлена',
    says: 'отправил{а} выплату {record}[ на {amount_kop}]',
  },
  'payment.registered': {
    title: 'Выплата выгружена в файл',
    says: 'выгрузил{а} выплату {record} в файл[, реестр {registry}]',
  },
  'payment.registering': {
    title: 'Выплата отправляется',
    says: 'Выплата {record} отправляется',
    kind: 'service',
  },
  'payment.rejected': {
    title: 'Банк отклонил выплату',
    says: 'Банк отклонил выплату {record}',
    kind: 'service',
  },
  'payment.resolve': {
    title: 'Решено, исполнил ли банк выплату',
    says: 'решил{а}, исполнил ли банк выплату {record}[: исполнено {paid_kop}]',
  },
  'payment.returned': {
    title: 'Выплата вернулась',
    says: 'записал{а} возврат выплаты {record}[: {amount_kop}]',
  },
  'payment.review': {
    title: 'Отметки выплаты просмотрены',
    says: 'просмотрел{а} отметки выплаты {record}[: {flags}]',
  },
  'payment.save': {
    title: 'Выплата подготовлена',
    says: 'подготовил{а} выплату {record}[ на {amount_kop}][, поставщик {supplier_id}]',
  },
  'payment.saved': {
    title: 'Выплата снова подготовлена',
    says: 'Выплата {record} снова среди подготовленных',
    kind: 'service',
  },
  'payment.unexplained': {
    title: 'Другой получатель выплаты не объяснён',
    says: 'Другой получатель выплаты {record} не объяснён',
    kind: 'service',
  },
  'payment.unknown': {
    title: 'Судьба выплаты неизвестна',
    says: 'Судьба выплаты {record} неизвестна',
    kind: 'service',
  },
  'payment_discrepancy.close': {
    title: 'Расхождение с банком закрыто',
    says: 'закрыл{а} расхождение с банком[ по выплате {payment_id}]',
  },
  'payment_registry.copy': {
    title: 'Файл реестра выдан ещё раз, копия',
    says: 'ещё раз получил{а} файл реестра {record}[, копия {copy}]',
  },
  'payment_registry.file': {
    title: 'Файл реестра выдан для банка',
    says: 'получил{а} файл реестра {record} для банка[, выплат {payments}]',
  },
} as const satisfies ActionForms
