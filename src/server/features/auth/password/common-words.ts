/**
 * The commonest breached passwords and words: Latin, Russian, and Russian typed on a Latin keyboard. The rule needs 15
 * characters, so they are looked for as parts (security.md 4.1).
 */
export const commonWords: readonly string[] =
  `password passw0rd passwort password1 pass parol parole paroli пароль парол gfhjkm secret sekret секрет ctrhtn login
logon admin administrator админ администратор root superuser super user guest test tester testing тест qwe123 qweasd
qweasdzxc qazwsx qazwsxedc wsxedc 1qaz2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4 zaq12wsx zaqwsx q1w2 1qaz 2wsx
3edc 4rfv 5tgb йцукен йцу123 фывапр ячсмит qwerty asdfgh zxcvbn asd123 zxc123 abc123 abcabc aaa111 111222 112233 121212
123123 123321 131313 147258 147852 159357 159753 147147 258258 369369 741852 789456 456789 456123 987654 654321 555555
666666 696969 777777 888888 999999 000000 101010 202020 212121 232323 252525 010203 020304 123qwe 12qwaszx 1234qwer
qwer1234 asdf1234 iloveyou ilove loveyou love lovely любовь k.,jdm lubov ljubov darling sweetheart honey princess
принцесса queen king monkey dragon дракон master мастер shadow sunshine солнце solnce football футбол baseball
basketball hockey хоккей soccer jordan michael jessica jennifer daniel ashley charlie robert thomas andrew joshua
matthew anthony nicole hannah alexander александр alexandr sasha саша cfif andrey андрей fylhtq sergey сергей cthutq
dmitry dmitriy дмитрий lvbnhbq alexey алексей fktrctq maxim максим vfrcbv vladimir владимир dkflbvbh nikita никита
ybrbnf ivan иван bdfy ivanov иванов tatiana татьяна natasha наташа yfnfif elena елена ktyf olga ольга jkmuf anna анна
marina марина vfhbyf svetlana светлана cdtnkfyf ekaterina екатерина nastya настя yfcnz dasha даша lfif julia юлия welcome
добро привет ghbdtn privet hello letmein changeme access computer компьютер rjvgm.nth internet интернет samsung iphone
android windows microsoft google yandex яндекс mailru vkontakte вконтакте facebook starwars batman superman spiderman
pokemon naruto minecraft counter strike matrix matrix1 whatever trustno1 freedom свобода cdj,jlf victory победа gj,tlf
russia россия hjccbz moscow москва vjcrdf moskva piter питер spartak спартак cgfhnfr zenit зенит dinamo динамо lokomotiv
локомотив mercedes bmw porsche ferrari honda toyota audi lada cookie chocolate шоколад banana apple orange summer лето
winter зима spring весна autumn осень january january monday friday пятница flower цветок butterfly бабочка angel ангел
fyutk angelina devil killer hunter тигр tiger volk волк wolf pussy cat kitty котик rjnbr kotik zaika зайка pfqrf кошка
собака cj,frf sobaka mustang eagle ranger harley yamaha guitar music музыка metallica nirvana slipknot rammstein
database server сервер system система manager менеджер director директор buhgalter бухгалтер operator оператор kassir
касса kassa sklad склад office офис company компания work работа hf,jnf rabota default temp temporary demo sample example
metall металл metal lom лом vtormet втормет chermet чермет`
    .split(/\s+/)
    .filter((word) => word.length >= 3)

/** Rows of both keyboards, digits and alphabets: four neighbours in a row, either way, are no secret. */
export const keyRows: readonly string[] = [
  '01234567890',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
]

/** Signs that replace letters in passwords that should look strong. */
export const signsForLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '@': 'a',
    '4': 'a',
    '0': 'o',
    '1': 'i',
    '!': 'i',
    '3': 'e',
    $: 's',
    '5': 's',
    '7': 't',
  }),
)

const RUSSIAN_ROWS = 'йцукенгшщзхъфывапролджэячсмитьбю'
const LATIN_ROWS = "qwertyuiop[]asdfghjkl;'zxcvbnm,."

/** Russian letters and what is on their keys in Latin. */
export const russianKeys: ReadonlyMap<string, string> = new Map(
  [...RUSSIAN_ROWS].map((letter, at) => [letter, LATIN_ROWS[at]!]),
)
