import type { ActionForms } from './action-form.ts'

/** The company, its sites and devices, files, documents and reports. */
export const placeActions = {
  'agent.code': {
    title: 'Создан код подключения площадки',
    says: 'создал{а} код подключения площадки {record}',
  },
  'agent.enrol': { title: 'Площадка подключена', says: 'Площадка {site_id} подключена' },
  'agent.foreign-device': {
    title: 'Площадка назвала чужое устройство',
    says: 'Площадка {record} назвала чужое устройство',
    kind: 'service',
  },
  'agent.offline': {
    title: 'Площадка не на связи',
    says: 'Площадка {record} не на связи',
    kind: 'service',
  },
  'agent.online': {
    title: 'Площадка на связи',
    says: 'Площадка {record} на связи',
    kind: 'service',
  },
  'agent.revoke': { title: 'Площадка отключена', says: 'отключил{а} площадку {record}' },
  'agent.update-downloading': {
    title: 'Обновление площадки скачивается',
    says: 'Площадка {record} скачивает обновление {update_release}',
    kind: 'service',
  },
  'agent.update-installed': {
    title: 'Программа площадки обновлена',
    says: 'Площадка {record} работает на обновлении {update_release}',
    kind: 'service',
  },
  'agent.update-refused': {
    title: 'Площадка отказалась от обновления',
    says: 'Площадка {record} отказалась от обновления: {update_detail}',
    kind: 'service',
  },
  'agent.update-returned': {
    title: 'Площадка вернулась к прежней версии',
    says: 'Площадка {record} вернулась к прежней версии после обновления {update_release}',
    kind: 'service',
  },
  'agent.update-waiting': {
    title: 'Обновление площадки готово',
    says: 'Площадка {record} ждёт пустых весов для обновления {update_release}',
    kind: 'service',
  },
  'audit.archive': {
    title: 'Записи журнала перенесены в архив',
    says: 'Записи журнала № {first_seq}–{last_seq} перенесены в архив[, до {before}][, файл {file}]',
    kind: 'service',
  },
  'company.configuration': {
    title: 'Загружены настройки из файла',
    says: 'загрузил{а} настройки компании из файла',
  },
  'company.create': { title: 'Создана компания', says: 'создал{а} компанию {record}' },
  'company.export': {
    title: 'Компания выгружена для другой установки',
    says: 'Компания {record} выгружена для другой установки[: {moved_to}][, отпечаток {print}]',
    kind: 'service',
  },
  'company.import': {
    title: 'Компания перенесена из другой установки',
    says: 'Компания {record} перенесена из другой установки[, отпечаток {print}]',
    kind: 'service',
  },
  'company.let-first': {
    title: 'Перенесённую компанию пускает в работу первый из двух',
    says: 'согласил{ся|ась} пустить в работу перенесённую компанию {record}',
  },
  'company.printers': { title: 'Изменены принтеры', says: 'изменил{а} принтеры постов' },
  'company.status': {
    title: 'Изменён статус компании',
    says: 'изменил{а} статус компании {record}[: {status:step}]',
  },
  'company.update': {
    title: 'Изменена компания',
    says: 'изменил{а} компанию {record}[: {changes}]',
  },
  'company.yard-rules': {
    title: 'Изменены правила площадки',
    says: 'изменил{а} правила площадки',
  },
  'data.damaged': {
    title: 'Сохранённое изменено или утрачено',
    says: 'Сохранённое изменено или утрачено[: {part}][, {record}]',
    kind: 'service',
  },
  'data.recounted': {
    title: 'Сумма пересчитана по записям',
    says: 'Сумма разошлась с записями и пересчитана: {sum}, исправлено строк: {mended}[. {first}]',
    kind: 'service',
  },
  'device.create': {
    title: 'Добавлено устройство',
    says: 'добавил{а} устройство {record}[: {changes}]',
  },
  'device.delete': { title: 'Удалено устройство', says: 'удалил{а} устройство {title:was}' },
  'device.offline': {
    title: 'Устройство не на связи',
    says: 'Устройство {record} не на связи',
    kind: 'service',
  },
  'device.online': {
    title: 'Устройство на связи',
    says: 'Устройство {record} на связи',
    kind: 'service',
  },
  'device.update': {
    title: 'Изменено устройство',
    says: 'изменил{а} устройство {record}[: {changes}]',
  },
  'document.preview': {
    title: 'Просмотрен документ с новыми текстами',
    says: 'просмотрел{а} документ с новыми текстами',
    kind: 'access',
  },
  'document_text.delete': {
    title: 'Удалён черновик текстов',
    says: 'удалил{а} черновик текстов документа[ {kind:was}]',
  },
  'document_text.publish': {
    title: 'Опубликованы тексты документа',
    says: 'опубликовал{а} тексты документа[ {kind}][, с {valid_from}]',
  },
  'document_text.save': {
    title: 'Сохранён черновик текстов',
    says: 'сохранил{а} черновик текстов документа[ {kind}]',
  },
  'file.destroy': {
    title: 'Файл уничтожен по сроку',
    says: 'Файл уничтожен по сроку[: {kind}]',
    kind: 'service',
  },
  'file.save': {
    title: 'Загружен файл',
    says: 'загрузил{а} файл[: {kind}]',
    kind: 'access',
  },
  'file.view': {
    title: 'Просмотрен файл',
    says: 'просмотрел{а} файл[: {kind}]',
    kind: 'access',
  },
  'instrument.create': {
    title: 'Добавлен прибор контроля',
    says: 'добавил{а} прибор контроля {record}',
  },
  'instrument.update': {
    title: 'Изменён прибор контроля',
    says: 'изменил{а} прибор контроля {record}[: {changes}]',
  },
  'phone_link.create': {
    title: 'Создана ссылка для съёмки с телефона',
    says: 'создал{а} ссылку для съёмки с телефона',
    kind: 'access',
  },
  'phone_link.end': {
    title: 'Закрыта ссылка для съёмки с телефона',
    says: 'закрыл{а} ссылку для съёмки с телефона',
    kind: 'access',
  },
  'phone_link.open': {
    title: 'Телефон открыл ссылку для съёмки',
    says: 'Телефон открыл ссылку для съёмки',
    kind: 'access',
  },
  'phone_link.page': {
    title: 'Телефон передал лист в сканер',
    says: 'Телефон передал в сканер лист[ {page}]',
    kind: 'access',
  },
  'post.create': { title: 'Добавлен пост', says: 'добавил{а} пост {record}' },
  'post.delete': { title: 'Удалён пост', says: 'удалил{а} пост {number:was}' },
  'post.update': { title: 'Изменён пост', says: 'изменил{а} пост {record}[: {changes}]' },
  'relay.set': {
    title: 'Переключено реле',
    says: 'переключил{а} реле {record}[, канал {channel}][: включено {on}]',
  },
  'report.cancel': {
    title: 'Подготовка отчёта отменена',
    says: 'отменил{а} подготовку отчёта',
    kind: 'access',
  },
  'report.create': { title: 'Заказан отчёт', says: 'заказал{а} отчёт {record}', kind: 'access' },
  'report.expired': {
    title: 'Отчёт удалён по сроку',
    says: 'Отчёт {record} удалён по сроку',
    kind: 'service',
  },
  'report.failed': {
    title: 'Отчёт не подготовлен',
    says: 'Отчёт {record} не подготовлен',
    kind: 'service',
  },
  'report.ready': { title: 'Отчёт готов', says: 'Отчёт {record} готов', kind: 'service' },
  'report_schedule.create': {
    title: 'Добавлено расписание отчёта',
    says: 'добавил{а} расписание отчёта {record}',
  },
  'report_schedule.delete': {
    title: 'Удалено расписание отчёта',
    says: 'удалил{а} расписание отчёта {title:was}',
  },
  'report_schedule.off': {
    title: 'Расписание отчёта выключено',
    says: 'выключил{а} расписание отчёта {record}',
  },
  'report_schedule.on': {
    title: 'Расписание отчёта включено',
    says: 'включил{а} расписание отчёта {record}',
  },
  'report_schedule.stopped': {
    title: 'Расписание отчёта остановлено',
    says: 'Расписание отчёта {record} остановлено',
    kind: 'service',
  },
  'report_schedule.update': {
    title: 'Изменено расписание отчёта',
    says: 'изменил{а} расписание отчёта {record}[: {changes}]',
  },
  'site.create': { title: 'Добавлена площадка', says: 'добавил{а} площадку {record}' },
  'site.update': { title: 'Изменена площадка', says: 'изменил{а} площадку {record}[: {changes}]' },
} as const satisfies ActionForms
