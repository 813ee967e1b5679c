import type { ReadySection } from '#contract/price/ready-catalogue.ts'
import type { ProductValues } from '../product-queries.ts'

/** A product of the ready catalogue: its name, its grade, and what differs from a usual product of its section. */
interface ReadyProduct {
  readonly name: string
  /** Grade by ГОСТ 2787 (ferrous), ГОСТ Р 54564 (non-ferrous) or ГОСТ 10700 (paper). */
  readonly gost?: string
  readonly more?: Partial<ProductValues>
}

interface Section {
  readonly title: string
  readonly usual: Pick<ProductValues, 'metal_class'> & Partial<ProductValues>
  readonly products: readonly ReadyProduct[]
}

const readyProduct = (
  name: string,
  gost?: string,
  more?: Partial<ProductValues>,
): ReadyProduct => ({
  name,
  ...(gost && { gost }),
  ...(more && { more }),
})

// A step far below what 3 % of a load weighs: the paper then says the percent that was agreed (decision 20).
const TRUCK_STEP_G = 1000
const PLATFORM_STEP_G = 10

const NOT_FROM_PERSONS = { allowed_from_person: false }
const AFTER_RAIN = { asks_moisture: true }
const LIVE_ACID = { hazard_note: 'С кислотой: только в поддоне, не наклонять' }

/** Products that points of this trade usually buy; prices are the company's own. */
export const readyProducts: Readonly<Record<ReadySection, Section>> = {
  ferrous: {
    title: 'Лом чёрных металлов',
    usual: {
      allowed_from_person: true,
      metal_class: 'ferrous',
      default_zasor_bp: 300,
      zasor_step_g: TRUCK_STEP_G,
    },
    products: [
      readyProduct('Лом стальной габаритный 3А', '3А'),
      readyProduct('Лом стальной для пакетирования 4А', '4А'),
      readyProduct('Лом стальной негабаритный 5А', '5А'),
      readyProduct('Пакеты стальные 8А', '8А'),
      readyProduct('Пакеты стальные 9А', '9А'),
      readyProduct('Лом тонколистовой 12А', '12А', { default_zasor_bp: 500 }),
      readyProduct('Стальные канаты и проволока 13А', '13А'),
      readyProduct('Стружка стальная 15А', '15А'),
      readyProduct('Стружка стальная вьюнообразная 16А', '16А'),
      readyProduct('Лом чугунный габаритный 17А', '17А'),
      readyProduct('Лом чугунный габаритный 18А', '18А'),
      readyProduct('Лом чугунный негабаритный 20А', '20А'),
      readyProduct('Оцинкованный лом', undefined, { default_zasor_bp: 500 }),
      readyProduct('Рельсы', undefined, NOT_FROM_PERSONS),
    ],
  },
  nonferrous: {
    title: 'Лом цветных металлов',
    usual: { allowed_from_person: true, metal_class: 'nonferrous', zasor_step_g: PLATFORM_STEP_G },
    products: [
      readyProduct('Медь блестящая'),
      readyProduct('Медь кусковая'),
      readyProduct('Медь горелая'),
      readyProduct('Медь лужёная'),
      readyProduct('Латунь'),
      readyProduct('Латунь радиаторная'),
      readyProduct('Бронза'),
      readyProduct('Алюминий электротехнический'),
      readyProduct('Алюминий пищевой'),
      readyProduct('Алюминий профильный'),
      readyProduct('Алюминий моторный'),
      readyProduct('Алюминиевая банка'),
      readyProduct('Алюминиевые радиаторы'),
      readyProduct('Свинец кабельный'),
      readyProduct('Свинец переплавленный'),
      readyProduct('Цинк'),
      readyProduct('Нержавеющая сталь, никель 10 %'),
      readyProduct('Нержавеющая сталь, никель 8 %'),
      readyProduct('Медный кабель в изоляции', undefined, NOT_FROM_PERSONS),
      readyProduct('Алюминиевый кабель в изоляции', undefined, NOT_FROM_PERSONS),
    ],
  },
  paper: {
    title: 'Макулатура',
    usual: {
      allowed_from_person: true,
      metal_class: 'none',
      zasor_step_g: TRUCK_STEP_G,
      ...AFTER_RAIN,
    },
    products: [
      readyProduct('Бумага белая МС-2А', 'МС-2А'),
      readyProduct('Картон гофрированный МС-5Б', 'МС-5Б'),
      readyProduct('Картон МС-6Б', 'МС-6Б'),
      readyProduct('Книги, журналы, архив МС-7Б', 'МС-7Б'),
      readyProduct('Газеты МС-8В', 'МС-8В'),
      readyProduct('Смешанная макулатура МС-13В', 'МС-13В'),
    ],
  },
  plastic: {
    title: 'Пластик',
    usual: {
      allowed_from_person: true,
      metal_class: 'none',
      zasor_step_g: TRUCK_STEP_G,
      default_zasor_bp: 300,
    },
    products: [
      readyProduct('ПЭТ-бутылка прозрачная'),
      readyProduct('ПЭТ-бутылка цветная'),
      readyProduct('Плёнка ПВД прозрачная'),
      readyProduct('Плёнка ПВД цветная'),
      readyProduct('Стрейч-плёнка'),
      readyProduct('Канистры и флаконы ПНД'),
      readyProduct('Ящики полимерные'),
      readyProduct('Полипропилен, биг-бэги'),
    ],
  },
  glass: {
    title: 'Стекло',
    usual: {
      allowed_from_person: true,
      metal_class: 'none',
      zasor_step_g: TRUCK_STEP_G,
      default_zasor_bp: 300,
    },
    products: [
      readyProduct('Стеклобой прозрачный'),
      readyProduct('Стеклобой зелёный'),
      readyProduct('Стеклобой коричневый'),
    ],
  },
  batteries: {
    title: 'Аккумуляторы',
    usual: { allowed_from_person: true, metal_class: 'nonferrous', zasor_step_g: PLATFORM_STEP_G },
    products: [
      readyProduct('Аккумулятор свинцовый, слитый'),
      readyProduct('Аккумулятор свинцовый, с кислотой', undefined, LIVE_ACID),
      readyProduct('Аккумулятор гелевый'),
      readyProduct('Аккумулятор тяговый щелочной', undefined, NOT_FROM_PERSONS),
    ],
  },
}
