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

const one = (name: string, gost?: string, more?: Partial<ProductValues>): ReadyProduct => ({
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
      one('Лом стальной габаритный 3А', '3А'),
      one('Лом стальной для пакетирования 4А', '4А'),
      one('Лом стальной негабаритный 5А', '5А'),
      one('Пакеты стальные 8А', '8А'),
      one('Пакеты стальные 9А', '9А'),
      one('Лом тонколистовой 12А', '12А', { default_zasor_bp: 500 }),
      one('Стальные канаты и проволока 13А', '13А'),
      one('Стружка стальная 15А', '15А'),
      one('Стружка стальная вьюнообразная 16А', '16А'),
      one('Лом чугунный габаритный 17А', '17А'),
      one('Лом чугунный габаритный 18А', '18А'),
      one('Лом чугунный негабаритный 20А', '20А'),
      one('Оцинкованный лом', undefined, { default_zasor_bp: 500 }),
      one('Рельсы', undefined, NOT_FROM_PERSONS),
    ],
  },
  nonferrous: {
    title: 'Лом цветных металлов',
    usual: { allowed_from_person: true, metal_class: 'nonferrous', zasor_step_g: PLATFORM_STEP_G },
    products: [
      one('Медь блестящая'),
      one('Медь кусковая'),
      one('Медь горелая'),
      one('Медь лужёная'),
      one('Латунь'),
      one('Латунь радиаторная'),
      one('Бронза'),
      one('Алюминий электротехнический'),
      one('Алюминий пищевой'),
      one('Алюминий профильный'),
      one('Алюминий моторный'),
      one('Алюминиевая банка'),
      one('Алюминиевые радиаторы'),
      one('Свинец кабельный'),
      one('Свинец переплавленный'),
      one('Цинк'),
      one('Нержавеющая сталь, никель 10 %'),
      one('Нержавеющая сталь, никель 8 %'),
      one('Медный кабель в изоляции', undefined, NOT_FROM_PERSONS),
      one('Алюминиевый кабель в изоляции', undefined, NOT_FROM_PERSONS),
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
      one('Бумага белая МС-2А', 'МС-2А'),
      one('Картон гофрированный МС-5Б', 'МС-5Б'),
      one('Картон МС-6Б', 'МС-6Б'),
      one('Книги, журналы, архив МС-7Б', 'МС-7Б'),
      one('Газеты МС-8В', 'МС-8В'),
      one('Смешанная макулатура МС-13В', 'МС-13В'),
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
      one('ПЭТ-бутылка прозрачная'),
      one('ПЭТ-бутылка цветная'),
      one('Плёнка ПВД прозрачная'),
      one('Плёнка ПВД цветная'),
      one('Стрейч-плёнка'),
      one('Канистры и флаконы ПНД'),
      one('Ящики полимерные'),
      one('Полипропилен, биг-бэги'),
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
    products: [one('Стеклобой прозрачный'), one('Стеклобой зелёный'), one('Стеклобой коричневый')],
  },
  batteries: {
    title: 'Аккумуляторы',
    usual: { allowed_from_person: true, metal_class: 'nonferrous', zasor_step_g: PLATFORM_STEP_G },
    products: [
      one('Аккумулятор свинцовый, слитый'),
      one('Аккумулятор свинцовый, с кислотой', undefined, LIVE_ACID),
      one('Аккумулятор гелевый'),
      one('Аккумулятор тяговый щелочной', undefined, NOT_FROM_PERSONS),
    ],
  },
}
