// The commonest passwords of 8 characters and more, as they stand in many published lists of leaked
// ones, and what readers of this product would think of first. Lower case, without spaces.
const LIST = `
password 12345678 123456789 1234567890 qwertyuiop qwerty123 password1 password123 1q2w3e4r
1qaz2wsx sunshine princess football baseball superman trustno1 iloveyou starwars whatever computer
michelle jennifer corvette maverick mercedes samantha internet steelers elephant midnight butthead
bigdaddy marlboro victoria redskins mountain danielle lasvegas brooklyn hardcore platinum cocacola
metallic metallica einstein birthday benjamin swordfish nicholas airborne dolphins dolphin1
explorer startrek december november february christin christina courtney margaret veronica
security webmaster scorpion drowssap passw0rd p@ssword p@ssw0rd p@ssw0rd1 p@ssword1 passw0rd1
pa$$word pa55word pa55w0rd password12 password1234 password12345 password2 password3 password!
password1! passwords mypassword thepassword yourpassword newpassword nopassword letmein1
letmein123 letmein! welcome1 welcome12 welcome123 welcome1234 welcome! admin123 admin1234
admin12345 administrator adminadmin root1234 rootroot toor1234 changeme changeme1 changeme123
default1 guest123 testtest test1234 testing1 testing123 test12345 temp1234 temppass login123
user1234 username superuser supervisor abcd1234 abc12345 abc123456 abcdefgh abcdefghi abcdefg1
abcdef123 abcabc123 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 a123456789 a12345678 a1234567 1234567a
12345678a 123456789a 1234567890a 123456abc 12345abc 1234abcd 123abc123 1a2b3c4d 1q2w3e4r5t
1q2w3e4r5t6y 1q2w3e4r! 1qazxsw2 1qaz1qaz 1qaz2wsx3edc 1qaz@wsx !qaz2wsx !qaz@wsx zaq12wsx zaq1zaq1
zaq1xsw2 zaq!2wsx qazwsxedc qazwsx123 qazwsxedcrfv qwer1234 qwerasdf qwerasdfzxcv asdf1234
asdfasdf asdfghjk asdfghjkl asdfghjkl123 asdfqwer zxcvbnm1 zxcvbnm123 zxcvbnm, zxcvasdf zxcv1234
qwertyui qwerty12 qwerty1234 qwerty12345 qwerty123456 qwerty1! qwerty!@ qweqweqwe qwe123qwe
qwe12345 qweasdzxc qweasd123 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qwertyu1 azertyuiop azerty123
azerty12 qwertz123 qwertzuiop 11111111 111111111 1111111111 11112222 11223344 1122334455
112233445566 12121212 1212121212 12312312 123123123 123123123a 123321123 1233211234567 12341234
123412345 12344321 1234512345 123454321 12345654321 123456123 123456123456 123456654321
1234567887654321 1234567891 12345678910 123456789101112 1234567899 12345678901 123456789012
1234567890123 123456780 1234567809 12345679 123456987 12345687 123654789 123698745 12369874
123789456 1236987410 13131313 13579246 135792468 1357924680 1357908642 14141414 147258369
147852369 1478963250 147896325 15151515 159357159 159753123 159951159 159753456 16161616 17171717
18181818 19191919 19841984 19851985 19861986 19871987 19881988 19891989 19901990 19911991 19921992
19931993 19941994 19951995 19961996 19971997 19981998 19991999 20002000 20012001 20102010 20202020
20212021 21212121 22222222 222222222 22223333 23232323 24682468 246813579 25252525 25802580
2580258025 29292929 30303030 31415926 314159265 31313131 32323232 33333333 333333333 36925814
369258147 44444444 444444444 45454545 456456456 45678912 456789123 55555555 555555555 5555555555
56565656 654321654321 65432100 66666666 666666666 69696969 6969696969 71717171 74108520 741852963
74185296 77777777 777777777 7777777777 78787878 789456123 7894561230 78945612 789789789 852456852
87654321 876543210 88888888 888888888 8888888888 88889999 90909090 951753951 963852741 9638527410
96385274 98765432 987654321 9876543210 9876543211 99999999 999999999 9999999999 00000000 000000000
0000000000 01010101 01230123 01234567 012345678 0123456789 00001111 0987654321 09876543 098765432
0987654321a 10101010 1010101010 10203040 1020304050 102030405060 11235813 11221122 babygirl
babygirl1 butterfly chocolate cristina jonathan basketball charlotte christopher alexander
alexandra alexandre elizabeth anthony1 michael1 jessica1 jordan23 liverpool liverpool1 chelsea1
arsenal1 manchester manutd123 barcelona realmadrid juventus ronaldo7 cristiano ronaldinho
football1 football12 baseball1 soccer12 softball volleyball hockey12 iloveyou1 iloveyou2 iloveyou!
iloveyou12 iloveyou123 iloveme1 ilovemyself iloveu123 loveyou1 lovelove loveforever lovely123
forever1 princess1 princess12 princess123 superstar superman1 batman123 spiderman spiderman1
pokemon1 pokemon123 starwars1 naruto123 dragonball dragon12 dragon123 monster1 shadow12 shadow123
master12 master123 killer12 killer123 hunter12 hunter123 tigger12 ginger12 buster12 charlie1
charlie123 maggie12 bailey12 sunshine1 sunshine12 flower12 rainbow1 rainbows summer12 summer123
summer2020 summer2021 summer2022 summer2023 summer2024 summer2025 winter12 winter123 winter2020
winter2021 winter2022 winter2023 winter2024 winter2025 spring2020 spring2021 spring2022 spring2023
spring2024 spring2025 autumn2020 autumn2021 autumn2022 autumn2023 autumn2024 autumn2025 january1
october1 september thursday saturday wednesday birthday1 christmas christmas1 halloween blink182
slipknot nirvana1 linkinpark greenday metallica1 eminem123 rockstar rockyou1 musiclover guitar12
drummer1 snoopy12 garfield scoobydoo tinkerbell hellokitty mickey12 mickeymouse minnie12 disney12
simpsons sponge12 freedom1 blessed1 jesus123 jesuschrist ilovejesus ilovegod faithful godisgood
angel123 angels12 heaven12 cookie12 cookies1 peanut12 pumpkin1 cupcake1 brownie1 strawberry
blueberry banana12 cheese12 chicken1 pepper12 purple12 orange12 yellow12 black123 blackcat
blackberry diamond1 crystal1 emerald1 sapphire silver12 goldfish secret12 secret123 topsecret
mysecret private1 hello123 hello1234 helloworld hellohello goodluck goodbye1 computer1 internet1
samsung1 samsung123 motorola microsoft windows1 windows10 google123 facebook facebook1 twitter1
instagram linkedin linkedin1 myspace1 dropbox1 netflix1 minecraft minecraft1 fortnite fortnite1
roblox123 playstation nintendo gamecube xbox3600 counterstrike callofduty warcraft worldofwarcraft
iloveyou1234 aaaaaaaa aaaaaaaaa aaaaaaaa1 abababab asasasas bbbbbbbb cccccccc dddddddd eeeeeeee
ffffffff gggggggg hhhhhhhh jjjjjjjj kkkkkkkk llllllll mmmmmmmm qqqqqqqq ssssssss xxxxxxxx
xxxxxxxxx yyyyyyyy zzzzzzzz michelle1 jennifer1 samantha1 victoria1 danielle1 nicholas1 patricia
stephanie stephanie1 gabriela gabriel1 fernando fernanda alejandro alejandra francisco francesca
guadalupe valentina catherine katherine kimberly veronica1 angelica angelina isabella isabelle
caroline vanessa1 jasmine1 brittany brandon1 matthew1 michaela dominick dominique fuckyou1
fuckyou2 fuckyou123 fuckoff1 fuckthis asshole1 bullshit pussycat sexylady sexygirl playboy1
playgirl mustang1 corvette1 ferrari1 porsche1 mercedes1 bmwbmwbmw toyota12 yamaha12 suzuki12
kawasaki harley12 harleydavidson yankees1 cowboys1 steelers1 packers1 patriots lakers24 lakers123
raiders1 chargers redwings penguins bulldogs bulldog1 panthers panther1 wildcats cardinals
cardinal mariners phillies dodgers1 rangers1 celtics1 warriors trojans1 america1 american1
canada12 england1 scotland australia brasil123 brazil12 mexico12 germany1 deutschland francais
espana12 portugal argentina colombia venezuela california newyork1 newyorkcity texas123 florida1
chicago1 boston12 london12 london123 paris123 madrid12 istanbul galatasaray fenerbahce besiktas
passwort passwort1 passwort123 motdepasse contrasena contraseña senha123 haslo123 parola12
wachtwoord wachtwoord1 hallo123 schatz123 qwerty123! qwerty@123 welcome@123 password@123
password@1 admin@123 pass@123 pass@1234 p@ss1234 india@123 abcd@1234 abc@1234 test@123 test@1234
user@123 root@123 asdf@1234 catchword catchword1 catchword123 bookworm bookworms bookworm1
booklover booklovers ilovebooks lovebooks readbooks favorites mybooks1 mybooks123 reading1
reading123 bookshelf bookshelf1 library1 library123 harrypotter hogwarts gryffindor slytherin
ravenclaw hufflepuff dumbledore hermione voldemort quidditch gandalf1 lordoftherings
`

/** Passwords that everybody tries first (../shared/security.md 3.2); compare in lower case without spaces. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(LIST.trim().split(/\s+/))
