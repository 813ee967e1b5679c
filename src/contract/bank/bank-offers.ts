import type { ProviderCode } from './bank-providers.ts'

/** Something done at the bank before an agreement can be filled in. */
export interface BankStep {
  readonly text: string
  /** The way through the bank's cabinet in its own words, down to the button; the screen draws it. */
  readonly place?: readonly string[]
}

/** By what a person chooses between the ways to pay, and what each asks of him first: Russian sentences. */
interface BankOffer {
  readonly what: string
  /** How fast the money arrives. */
  readonly speed: string
  /** What the bank takes for it, without figures: tariffs differ and age. */
  readonly cost: string
  /** In the order of doing. */
  readonly preparation: readonly BankStep[]
}

const ORDER_COST = 'Как платёжное поручение человеку по вашему тарифу'
const FILE_SPEED = 'В день, когда файл загружен и подписан в банке'

const fileSteps = (menu: string): BankStep[] => [
  {
    text: 'Ключей не нужно. Узнайте, где банк-клиент загружает поручения из файла и в каком виде их ждёт.',
    place: ['Платежи', menu, 'Загрузить файл'],
  },
  { text: 'Там же выгружают выписку: по ней программа узнаёт, что выплаты прошли.' },
]

/** Only the screens that set up an agreement load these texts. */
export const bankOffers: Record<ProviderCode, BankOffer> = {
  sandbox: {
    what: 'Учебный: настоящие деньги не уходят. На нём пробуют выплаты и ошибки банка.',
    speed: 'За секунды',
    cost: 'Бесплатно',
    preparation: [{ text: 'Ключей не нужно: пустые поля берут учебные.' }],
  },
  // https://yookassa.ru/docs/support/merchant/payouts/secret-key/
  yookassa: {
    what: 'Платит на карту и по номеру телефона с баланса, который вы пополняете заранее.',
    speed: 'За минуты, круглосуточно',
    cost: 'Комиссия с каждой выплаты по договору с ЮKassa',
    preparation: [
      {
        text: 'Подключите выплаты в ЮKassa и пополните баланс: у выплат свой шлюз и свой номер, не номер магазина.',
      },
      {
        text: 'Вверху кабинета выберите шлюз выплат и выпустите секретный ключ. ЮKassa показывает его один раз.',
        place: ['Интеграция', 'Ключи API', 'Выпустить ключ'],
      },
    ],
  },
  // https://developer.tbank.ru: the pages on payments, on the token and on the certificate.
  tbank: {
    what: 'Платит поручениями с вашего счёта в Т-Банке на счёт получателя в любом банке.',
    speed: 'Внутри Т-Банка сразу, в другой банк обычно в тот же рабочий день',
    cost: ORDER_COST,
    preparation: [
      {
        text: 'Выпустите токен: укажите адрес IP этого сервера и дайте доступ к рублёвым платежам, счетам и выписке. Если токеном не пользоваться 90 дней, он кончится.',
        place: ['Интеграции', 'T-API', 'Выпуск токена'],
      },
      {
        text: 'Там же выпустите сертификат: без него банк платежей не примет. Сертификат и токен связываются первым запросом, поэтому меняют их вместе.',
      },
      {
        text: 'Задайте пределы для платежей через T-API: больше них банк не проведёт.',
        place: ['Лимиты'],
      },
    ],
  },
  // https://v8.1c.ru/tekhnologii/obmen-dannymi-i-integratsiya/standarty-i-formaty/standart-vzaimodeystviya-po-tekhnologii-directbank/
  directbank: {
    what: 'Отправляет поручения в ваш банк так же, как это делает 1С, и сам забирает выписки.',
    speed: 'Обычно в тот же рабочий день, после подписи в банке',
    cost: 'Как платёжное поручение; за сам обмен банк может брать плату в месяц',
    preparation: [
      {
        text: 'Спросите банк, поддерживает ли он 1С:ДиректБанк, и подключите обмен: обычно это заявление в интернет-банке.',
      },
      {
        text: 'Возьмите у банка файл настроек обмена для 1С: в нём адрес сервера и идентификатор клиента (CustomerID).',
      },
      {
        text: 'Решите, кто подписывает поручения в банке: без подписи деньги не уйдут.',
      },
    ],
  },
  file_1c: {
    what: 'Программа пишет файл поручений в формате 1С, сотрудник загружает его в любой банк.',
    speed: FILE_SPEED,
    cost: ORDER_COST,
    preparation: fileSteps('Импорт из 1С'),
  },
  file_iso20022: {
    what: 'Программа пишет файл поручений pain.001, сотрудник загружает его в банк, который принимает ISO 20022.',
    speed: FILE_SPEED,
    cost: ORDER_COST,
    preparation: fileSteps('Импорт pain.001'),
  },
}
