import type { WeighingProof } from '#contract/visit/visit-entities.ts'
import { printedFrame } from '#contract/device/printed-frame.ts'
import {
  blocksOf,
  field,
  fieldPair,
  heading,
  paragraph,
  pictures,
  space,
  type Block,
} from '../../../documents/body/blocks.ts'
import { kg, missingPicture, momentIn, partState } from './bundle-words.ts'
import type { Evidence, WeighingEvidence } from './gather-evidence.ts'

const KINDS: Record<WeighingProof['kind'], string> = {
  in: 'Въезд',
  mid: 'Выгрузка',
  out: 'Выезд',
  tare: 'Тара',
}
const SOURCES: Record<WeighingProof['source'], string> = {
  scale: '',
  manual: ', ручной ввод',
  stored_tare: ', сохранённая тара',
}

type Moment = (instant: string) => string

/** Each weighing with the bytes of its frame, what they mean, the signature and the pictures. */
export function weighingBlocks({ visits, timezone }: Evidence): Block[] {
  const moment = momentIn(timezone)
  if (visits.length === 0) return []
  return blocksOf(
    heading(1, 'Взвешивания'),
    ...visits.flatMap(({ visit, weighings }) => [
      heading(2, `Заезд ${visit.number}, ${visit.carnumber ?? 'без номера машины'}`, { size: 11 }),
      fieldPair(['Брутто', kg(visit.gross_g)], ['Тара', kg(visit.tare_g)]),
      field('Нетто', kg(visit.net_g)),
      ...weighings.flatMap((one) => weighing(one, moment)),
    ]),
  )
}

function weighing({ proof, cancelled, photos }: WeighingEvidence, moment: Moment): Block[] {
  const { kind, weight_g, source, reading } = proof
  const shown = photos.filter(({ part }) => part.pictures.length > 0)
  const missing = photos.filter(({ part }) => part.pictures.length === 0)
  return blocksOf(
    space(2),
    heading(2, `${KINDS[kind]}: ${kg(weight_g)}${SOURCES[source]}`),
    cancelled && field('ОТМЕНЕНО', `${moment(cancelled.at)}, ${cancelled.reason}`),
    fieldPair(['Взвешено', moment(proof.taken_at)], ['Записано', moment(proof.recorded_at)]),
    reading && readingBlocks(proof, reading, moment),
    fieldPair(['Оператор', proof.operator_name ?? '—'], ['Подтвердил', proof.approver_name ?? '—']),
    proof.reason && field('Причина', proof.reason),
    proof.plate_read &&
      field(
        'Номер машины прочитан',
        `${proof.plate_read}, ${PLATE_WORDS[proof.plate_by ?? 'unknown']}`,
      ),
    photos.length === 0 && paragraph('Фотографий у этого взвешивания нет.', { italic: true }),
    ...missing.map(({ view, part }) =>
      paragraph(
        `${view}: ${partState(part, moment)}${missingPicture(part)}. SHA-256 ${part.sha256}`,
        { italic: true },
      ),
    ),
    shown.length > 0 &&
      pictures(
        'Фотографии',
        shown.map(({ view, part }) => ({
          src: part.pictures[0]!,
          alt: view,
          text: `${view}, оригинал ${partState(part, moment)}. SHA-256 ${part.sha256}`,
        })),
        'inline',
      ),
  )
}

const SIGNATURES = {
  fits: 'верна: ключ этих весов дал ту же подпись',
  broken: 'НЕ ПОДХОДИТ: запись изменили',
  no_key: 'не проверить: ключа этих весов нет',
} as const

const FRAME_UNSIGNED = '; подписаны вес, время и груз, но не кадр'

const PLATE_WORDS = {
  camera: 'камерой поста',
  operator: 'со слов оператора: камера площадки его не подтвердила',
  unknown: 'кем, не записано',
} as const

type Reading = NonNullable<WeighingProof['reading']>

function readingBlocks(proof: WeighingProof, reading: Reading, moment: Moment): Block[] {
  const { raw, stable, zero, seq, ts, signature, covers, alibi, doubt_ms } = reading
  const text = printedFrame(raw)
  const state = `${stable ? 'устойчиво' : 'неустойчиво'}${zero ? ', ноль' : ''}`
  return blocksOf(
    fieldPair(
      ['Весы', proof.device_title ?? '—'],
      ['Показание', `${kg(reading.weight_g)}, ${state}`],
    ),
    proof.zero_before_g !== null && field('Пустые весы до заезда', kg(proof.zero_before_g)),
    field('Кадр весов', raw === '' ? 'не сохранён' : raw.replaceAll(/(..)(?=.)/g, '$1 ')),
    text && field('Текст кадра', text),
    fieldPair(['Номер показания', String(seq)], ['Время показания', moment(ts)]),
    proof.capture_no !== null &&
      field(
        'Взвешивание этих весов',
        `№ ${proof.capture_no}${proof.after_gap ? '; ПРЕДЫДУЩЕГО НЕТ: его убрали из базы' : ''}`,
      ),
    alibi && field('Номер в памяти индикатора', alibi),
    proof.offline && field('Часы компьютера весов', clockWords(doubt_ms)),
    field('Подпись весов', `${SIGNATURES[signature]}${covers === 'weight' ? FRAME_UNSIGNED : ''}`),
  )
}

function clockWords(doubt_ms: number | null): string {
  return doubt_ms === null
    ? 'не сверены с сервером с его запуска: время показания не доказано'
    : `сверены, ошибка не больше ${(doubt_ms / 1000).toFixed(1).replace('.', ',')} с`
}
