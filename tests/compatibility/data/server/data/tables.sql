BEGIN TRANSACTION;
CREATE TABLE account_deletions (
	account BIGINT NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	PRIMARY KEY (account), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE accounts (
	id BIGINT NOT NULL, 
	name VARCHAR(30) NOT NULL, 
	folded VARCHAR(120) NOT NULL, 
	role VARCHAR(12) NOT NULL, 
	password TEXT NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	disabled BOOLEAN NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	deleted_ms DOUBLE, 
	PRIMARY KEY (id), 
	UNIQUE (folded), 
	UNIQUE (guest)
);
INSERT INTO "accounts" VALUES(1,'Ruth','ruth','admin','$argon2id$v=19$m=49152,t=2,p=1$gFPoH9gHM3yTFhoB2Io/SQ$Db6UQYY13AvH30OPlJDIQpi3fwdXB4FqLCnRPGPTTms','abd3c707895e7d82b2350da724c5ee261cb30214b4e0986b5596c02f3ab60c16',0,1.7951347505189228516e+12,NULL);
INSERT INTO "accounts" VALUES(2,'Ms Gray','msgray','organiser','$argon2id$v=19$m=49152,t=2,p=1$KOaF9JaMD1DuD7c240RlJg$CGut7j6/VlyK8uqHuoWVxiTfugZt5I/Jxg3TjTs0G5o','ad41bdd3f705dc76cbf9579d1971e06218f115071c003fa36ee9634ca9f4831c',0,1.79513475238526660159e+12,NULL);
INSERT INTO "accounts" VALUES(3,'Ada','ada','player','$argon2id$v=19$m=49152,t=2,p=1$ckUGLAFQ+ZGxpdtvJNfP/A$AMzn/C46/H1Jf9+Z4bVdtTNHGU/PU15gWrYcEjILiWk','38fdfa550c31422bc60856ba097e48b95bab5d74174fb929f805fca7810468aa',0,1.79513475430236279289e+12,NULL);
INSERT INTO "accounts" VALUES(4,'Bob','bob','player','$argon2id$v=19$m=49152,t=2,p=1$KwYKYM2SaVbFEwWehNFjOA$VCOyV+1E97kCOsLX8+j5hRtg8HsbBs0CMrcjtTJ2XB4','7df843ccd7fb3d49ba687269841e83d2e537a720c1734f25de9d3b88b5777c13',0,1795134755153.22,NULL);
INSERT INTO "accounts" VALUES(5,'Mallory','mallory','player','$argon2id$v=19$m=49152,t=2,p=1$zNVMKHmgqRgGmw6fhPdtpw$AHb1uKTONmly+zM8cbLDJ/kb6+lvOORLBIIFPJ7T4bo','5721142ccb629a2848482102f01dc67d323e1f95af93f84227713ccad2fdf802',1,1.79513475600910400392e+12,NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0023');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	actor BIGINT, 
	action VARCHAR(40) NOT NULL, 
	subject VARCHAR(80) NOT NULL, 
	detail TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "audit" VALUES(1,1.79513474696927514649e+12,NULL,'admin.link','server','{}');
INSERT INTO "audit" VALUES(2,1.79513475051894116213e+12,1,'account.register','account:1','{"name":"Ruth","role":"player","code":null}');
INSERT INTO "audit" VALUES(3,1.79513475068899438472e+12,1,'account.role','account:1','{"name":"Ruth","from":"player","to":"admin"}');
INSERT INTO "audit" VALUES(4,1.79513475093093505859e+12,1,'invite.make','invite:teachers','{"label":"teachers","role":"organiser","uses":2,"days":30}');
INSERT INTO "audit" VALUES(5,1.79513475238529785155e+12,2,'account.register','account:2','{"name":"Ms Gray","role":"organiser","code":"teachers"}');
INSERT INTO "audit" VALUES(6,1.79513475251455493163e+12,2,'invite.make','invite:class 4b','{"label":"class 4b","role":"player","uses":30,"days":30}');
INSERT INTO "audit" VALUES(7,1.79513475430238452152e+12,3,'account.register','account:3','{"name":"Ada","role":"player","code":null}');
INSERT INTO "audit" VALUES(8,1.79513475515323974612e+12,4,'account.register','account:4','{"name":"Bob","role":"player","code":null}');
INSERT INTO "audit" VALUES(9,1.79513475600912207033e+12,5,'account.register','account:5','{"name":"Mallory","role":"player","code":null}');
INSERT INTO "audit" VALUES(10,1.79513475606738598638e+12,1,'account.disable','account:5','{"name":"Mallory"}');
INSERT INTO "audit" VALUES(11,1.7951347582059028321e+12,3,'bot.hand_in','bot:nge85xa3i6','{"name":"cleo","version":1}');
INSERT INTO "audit" VALUES(12,1.79513475823101269525e+12,4,'bot.hand_in','bot:8eqzgrjh5r','{"name":"dora","version":1}');
INSERT INTO "audit" VALUES(13,1.795134785792213623e+12,2,'contest.create','contest:rjgwuzqwzs','{"name":"By hand"}');
INSERT INTO "audit" VALUES(14,1.79513478580620019532e+12,2,'contest.open','contest:rjgwuzqwzs','{"reason":""}');
INSERT INTO "audit" VALUES(15,1.79513478585696899412e+12,3,'contest.enter','contest:rjgwuzqwzs','{"bot":"cleo"}');
INSERT INTO "audit" VALUES(16,1.79513478589535058595e+12,4,'contest.enter','contest:rjgwuzqwzs','{"bot":"dora"}');
INSERT INTO "audit" VALUES(17,1.7951347861210812988e+12,2,'contest.frozen','contest:rjgwuzqwzs','{"entries":2,"reason":"it is time"}');
INSERT INTO "audit" VALUES(18,1.79513478667207690428e+12,2,'contest.start','contest:rjgwuzqwzs','{"reason":"it is time"}');
INSERT INTO "audit" VALUES(19,1.79513481072151074215e+12,NULL,'contest.over','contest:rjgwuzqwzs','{}');
INSERT INTO "audit" VALUES(20,1.79513481641113598627e+12,2,'contest.change','contest:rjgwuzqwzs','{"published":true,"what":["published"],"reason":""}');
CREATE TABLE blocks (
	account BIGINT NOT NULL, 
	blocked BIGINT NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	PRIMARY KEY (account, blocked), 
	FOREIGN KEY(account) REFERENCES accounts (id), 
	FOREIGN KEY(blocked) REFERENCES accounts (id)
);
CREATE TABLE bot_games (
	number INTEGER NOT NULL, 
	id VARCHAR(16) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	occasion VARCHAR(24) NOT NULL, 
	place INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	first VARCHAR(60) NOT NULL, 
	second VARCHAR(60) NOT NULL, 
	first_version VARCHAR(16) NOT NULL, 
	second_version VARCHAR(16) NOT NULL, 
	names TEXT NOT NULL, 
	winner INTEGER, 
	reason VARCHAR(40) NOT NULL, 
	rated BOOLEAN NOT NULL, 
	verdict TEXT NOT NULL, 
	record TEXT NOT NULL, 
	ended_ms DOUBLE NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (id)
);
INSERT INTO "bot_games" VALUES(1,'qmue9xtmpu','ladder','3',792,'tank_war','nge85xa3i6','random','9shk2fy92z','','["cleo","random"]',NULL,'level',1,'','{"game":"tank_war","rules_version":1,"options":{},"clock":"bank:12s","realtime":false,"strikes":0,"start":"053/053/053/053/053/053","number":792,"seed":"466dfef31cebbfa614adc046f00c42d3","players":[{"name":"cleo","bot":"@9shk2fy92z","version":1},{"name":"random","bot":"random","version":1}],"steelyard":2,"reported_versions":["",""],"turns":[{"moves":["RA","LC"],"wall_ms":[12.949,12.949],"cpu_ms":[0.437,0.717],"lost_ms":[0.0,0.0]},{"moves":["LA","RC"],"wall_ms":[71.104,71.104],"cpu_ms":[0.207,0.338],"lost_ms":[0.0,0.0]},{"moves":["LB","LA"],"wall_ms":[0.125,0.125],"cpu_ms":[0.22,0.263],"lost_ms":[0.0,0.0]},{"moves":["LC","LB"],"wall_ms":[18.592,18.592],"cpu_ms":[0.203,0.0],"lost_ms":[0.0,0.0]},{"moves":["RC","RA"],"wall_ms":[0.082,72.387],"cpu_ms":[0.0,0.278],"lost_ms":[0.0,0.0]},{"moves":["RB","RB"],"wall_ms":[3.762,3.762],"cpu_ms":[0.506,0.619],"lost_ms":[0.0,0.0]},{"moves":["RA","RC"],"wall_ms":[0.104,0.104],"cpu_ms":[0.0,0.0],"lost_ms":[0.0,0.0]},{"moves":["LA","RB"],"wall_ms":[13.849,13.849],"cpu_ms":[0.441,0.642],"lost_ms":[0.0,0.0]},{"moves":["RC","LA"],"wall_ms":[78.83,78.83],"cpu_ms":[0.0,0.0],"lost_ms":[0.0,0.0]},{"moves":["RB","LB"],"wall_ms":[5.565,5.565],"cpu_ms":[0.412,0.63],"lost_ms":[0.0,0.0]},{"moves":["LB","RA"],"wall_ms":[0.119,0.119],"cpu_ms":[0.0,0.0],"lost_ms":[0.0,0.0]}],"events":[],"outcome":{"winner":null,"reason":"level","score":[18,18]},"verdict":null,"hash":"99a74bf6ba9dcf65c95864f8c02dc3f7612e70b6cde86a71e61e756f6da7f703"}
',1.79513478043716821286e+12);
INSERT INTO "bot_games" VALUES(2,'svufccczwq','ladder','3',793,'tank_war','random','nge85xa3i6','','9shk2fy92z','["random","cleo"]',0,'tanks',1,'','{"game":"tank_war","rules_version":1,"options":{},"clock":"bank:12s","realtime":false,"strikes":0,"start":"053/053/053/053/053/053","number":793,"seed":"0c5db25c1a1c0623a88fb5d54b7dc198","players":[{"name":"random","bot":"random","version":1},{"name":"cleo","bot":"@9shk2fy92z","version":1}],"steelyard":2,"reported_versions":["",""],"turns":[{"moves":["RA","RB"],"wall_ms":[13.926,13.926],"cpu_ms":[0.824,0.471],"lost_ms":[0.0,0.0]},{"moves":["LB","RA"],"wall_ms":[10.537,10.537],"cpu_ms":[0.239,0.0],"lost_ms":[0.0,0.0]},{"moves":["LC","LA"],"wall_ms":[0.057,31.107],"cpu_ms":[0.327,0.466],"lost_ms":[0.0,0.0]},{"moves":["LB","LB"],"wall_ms":[0.097,0.097],"cpu_ms":[0.0,0.0],"lost_ms":[0.0,0.0]},{"moves":["LB","LC"],"wall_ms":[7.185,7.185],"cpu_ms":[0.5,0.122],"lost_ms":[0.0,0.0]},{"moves":["LA","LA"],"wall_ms":[0.074,18.005],"cpu_ms":[0.259,0.223],"lost_ms":[0.0,0.0]},{"moves":["LC","LC"],"wall_ms":[0.066,21.084],"cpu_ms":[0.317,0.234],"lost_ms":[0.0,0.0]},{"moves":["RC","RA"],"wall_ms":[0.056,41.874],"cpu_ms":[0.324,0.219],"lost_ms":[0.0,0.0]},{"moves":["LC","RC"],"wall_ms":[0.051,17.66],"cpu_ms":[0.403,0.245],"lost_ms":[0.0,0.0]},{"moves":["RB","LB"],"wall_ms":[0.094,6.39],"cpu_ms":[0.363,0.233],"lost_ms":[0.0,0.0]},{"moves":["LA","LA"],"wall_ms":[0.098,0.63],"cpu_ms":[0.0,0.24],"lost_ms":[0.0,0.0]}],"events":[],"outcome":{"winner":0,"reason":"tanks","score":[3,2]},"verdict":null,"hash":"ea5869dff592280b9e336e4f429f3d24b7d969c830618de733d3d1c63c5e3286"}
',1.79513478121201538084e+12);
INSERT INTO "bot_games" VALUES(3,'rteedqseur','ladder','3',794,'tank_war','nge85xa3i6','random','9shk2fy92z','','["cleo","random"]',1,'boxes',1,'','{"game":"tank_war","rules_version":1,"options":{},"clock":"bank:12s","realtime":false,"strikes":0,"start":"053/053/053/053/053/053","number":794,"seed":"5dda8067bcc6df3c8f259315f26e2aeb","players":[{"name":"cleo","bot":"@9shk2fy92z","version":1},{"name":"random","bot":"random","version":1}],"steelyard":2,"reported_versions":["",""],"turns":[{"moves":["RA","LB"],"wall_ms":[0.083,0.083],"cpu_ms":[0.49,0.635],"lost_ms":[0.0,0.0]},{"moves":["LA","RB"],"wall_ms":[0.085,0.085],"cpu_ms":[0.227,0.232],"lost_ms":[0.0,0.0]},{"moves":["LB","LC"],"wall_ms":[0.111,0.111],"cpu_ms":[0.0,0.275],"lost_ms":[0.0,0.0]},{"moves":["LC","RA"],"wall_ms":[9.051,0.075],"cpu_ms":[0.437,0.238],"lost_ms":[0.0,0.0]},{"moves":["RC","LB"],"wall_ms":[9.134,9.134],"cpu_ms":[0.0,0.0],"lost_ms":[0.0,0.0]},{"moves":["RB","RB"],"wall_ms":[51.678,51.678],"cpu_ms":[0.456,0.554],"lost_ms":[0.0,0.0]},{"moves":["RA","LB"],"wall_ms":[86.455,86.455],"cpu_ms":[0.0,0.0],"lost_ms":[0.0,0.0]},{"moves":["LC","RA"],"wall_ms":[35.326,35.326],"cpu_ms":[0.213,0.446],"lost_ms":[0.0,0.0]},{"moves":["LB","LA"],"wall_ms":[26.145,26.145],"cpu_ms":[0.405,0.244],"lost_ms":[0.0,0.0]},{"moves":["RC","LA"],"wall_ms":[0.092,2.761],"cpu_ms":[0.197,0.246],"lost_ms":[0.0,0.0]},{"moves":["LC","LA"],"wall_ms":[0.083,0.122],"cpu_ms":[0.153,0.145],"lost_ms":[0.0,0.0]},{"moves":["LA","LA"],"wall_ms":[0.081,1.04],"cpu_ms":[0.0,0.263],"lost_ms":[0.0,0.0]},{"moves":["LA","LA"],"wall_ms":[38.768,38.768],"cpu_ms":[0.188,0.114],"lost_ms":[0.0,0.0]}],"events":[],"outcome":{"winner":1,"reason":"boxes","score":[16,20]},"verdict":null,"hash":"3cdf1302688930226908cb7e20642faaba823df8a6a43a1c418dfb36acbb414f"}
',1795134782083.9);
INSERT INTO "bot_games" VALUES(4,'7jxrxuj7j3','ladder','3',795,'tank_war','random','nge85xa3i6','','9shk2fy92z','["random","cleo"]',0,'tanks',1,'','{"game":"tank_war","rules_version":1,"options":{},"clock":"bank:12s","realtime":false,"strikes":0,"start":"053/053/053/053/053/053","number":795,"seed":"3c8bdb477c6520a333e3df34d5c423f9","players":[{"name":"random","bot":"random","version":1},{"name":"cleo","bot":"@9shk2fy92z","version":1}],"steelyard":2,"reported_versions":["",""],"turns":[{"moves":["RA","RC"],"wall_ms":[0.047,16.017],"cpu_ms":[0.669,0.226],"lost_ms":[0.0,0.0]},{"moves":["LB","RB"],"wall_ms":[0.083,21.403],"cpu_ms":[0.0,0.174],"lost_ms":[0.0,0.0]},{"moves":["RA","RA"],"wall_ms":[23.2,23.2],"cpu_ms":[0.723,0.177],"lost_ms":[0.0,0.0]},{"moves":["RA","LA"],"wall_ms":[0.118,0.184],"cpu_ms":[0.0,0.204],"lost_ms":[0.0,0.0]},{"moves":["RB","RA"],"wall_ms":[13.649,13.649],"cpu_ms":[0.673,0.087],"lost_ms":[0.0,0.0]},{"moves":["RB","LC"],"wall_ms":[0.083,3.944],"cpu_ms":[0.0,0.226],"lost_ms":[0.0,0.0]},{"moves":["RC","RB"],"wall_ms":[0.791,23.653],"cpu_ms":[0.576,0.17],"lost_ms":[0.0,0.0]},{"moves":["LA","LB"],"wall_ms":[0.121,0.979],"cpu_ms":[0.0,0.198],"lost_ms":[0.0,0.0]},{"moves":["LB","RA"],"wall_ms":[0.739,25.236],"cpu_ms":[0.247,0.175],"lost_ms":[0.0,12.211]},{"moves":["LC","LC"],"wall_ms":[0.691,14.416],"cpu_ms":[0.535,0.169],"lost_ms":[0.0,0.0]},{"moves":["LC","RC"],"wall_ms":[0.079,19.824],"cpu_ms":[0.24,0.378],"lost_ms":[0.0,6.101]},{"moves":["RB","LA"],"wall_ms":[0.094,0.094],"cpu_ms":[0.0,0.0],"lost_ms":[0.0,0.0]}],"events":[],"outcome":{"winner":0,"reason":"tanks","score":[2,1]},"verdict":null,"hash":"2f189c6b02206d9d68f9b32a40224618d98d2f310d4406ca67258b4c35c89a0b"}
',1.79513478280490136715e+12);
CREATE TABLE bots (
	id VARCHAR(16) NOT NULL, 
	owner BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	remote BOOLEAN NOT NULL, 
	rated BOOLEAN NOT NULL, 
	token VARCHAR(64) NOT NULL, 
	online_ms DOUBLE NOT NULL, 
	off VARCHAR(400) NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	played_ms DOUBLE DEFAULT 0 NOT NULL, 
	closed_for VARCHAR(80) DEFAULT '' NOT NULL, 
	open_in_contests BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (owner, game, name), 
	FOREIGN KEY(owner) REFERENCES accounts (id)
);
INSERT INTO "bots" VALUES('nge85xa3i6',3,'tank_war','cleo',0,1,'',0.0,'',1.79513475820587597659e+12,1.79513478280490136715e+12,'',0);
INSERT INTO "bots" VALUES('8eqzgrjh5r',4,'tank_war','dora',0,1,'',0.0,'',1.79513475823098583982e+12,0.0,'',0);
CREATE TABLE conditional_moves (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	"plan" TEXT NOT NULL, 
	PRIMARY KEY (table_id, seat)
);
CREATE TABLE contest_entries (
	contest VARCHAR(16) NOT NULL, 
	account BIGINT NOT NULL, 
	bot VARCHAR(16) NOT NULL, 
	version VARCHAR(16) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	late BOOLEAN NOT NULL, 
	entered_ms DOUBLE NOT NULL, 
	chosen VARCHAR(16) DEFAULT '' NOT NULL, 
	team VARCHAR(30) DEFAULT '' NOT NULL, 
	team_code VARCHAR(20) DEFAULT '' NOT NULL, 
	PRIMARY KEY (contest, account), 
	FOREIGN KEY(contest) REFERENCES contests (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
INSERT INTO "contest_entries" VALUES('rjgwuzqwzs',3,'nge85xa3i6','9shk2fy92z','Ada',0,1.79513478585693237298e+12,'','','');
INSERT INTO "contest_entries" VALUES('rjgwuzqwzs',4,'8eqzgrjh5r','ca35p3352y','Bob',0,1.79513478589531640626e+12,'','','');
CREATE TABLE contest_members (
	contest VARCHAR(16) NOT NULL, 
	account BIGINT NOT NULL, 
	captain BIGINT NOT NULL, 
	student_number VARCHAR(40) NOT NULL, 
	joined_ms DOUBLE NOT NULL, 
	PRIMARY KEY (contest, account), 
	FOREIGN KEY(contest) REFERENCES contests (id), 
	FOREIGN KEY(account) REFERENCES accounts (id), 
	FOREIGN KEY(captain) REFERENCES accounts (id)
);
INSERT INTO "contest_members" VALUES('rjgwuzqwzs',3,3,'',1.79513478585693237298e+12);
INSERT INTO "contest_members" VALUES('rjgwuzqwzs',4,4,'',1.79513478589531640626e+12);
CREATE TABLE contests (
	id VARCHAR(16) NOT NULL, 
	owner BIGINT NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	file TEXT NOT NULL, 
	public BOOLEAN NOT NULL, 
	published BOOLEAN NOT NULL, 
	code VARCHAR(20) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	deadline_ms DOUBLE, 
	started_ms DOUBLE, 
	problem TEXT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	team_size INTEGER DEFAULT 1 NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(owner) REFERENCES accounts (id)
);
INSERT INTO "contests" VALUES('rjgwuzqwzs',2,'By hand','tank_war','over','name = "By hand"
game = "tank_war"
clock = "none"
seed = "by hand"

[[entrants]]
each_in = "teams"

[[entrants]]
bot = "random"

[[stages]]
kind = "qualification"
ranking = ["wins", "tanks", "boxes"]
advance = 2

[[stages]]
kind = "knockout"
decide = ["wins", "tanks", "boxes", "lot"]

[grades]
formula = "min(10, max_boxes / 3)"
',1,1,'','JpirjloAQpilSR97CRdLIiVIvU3Ker1518eiq6SYqXw',1.79513478595014575197e+12,1.79513478667190673823e+12,'',1.79513478579218579101e+12,3);
CREATE TABLE entries (
	table_id VARCHAR(16) NOT NULL, 
	seq INTEGER NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "entries" VALUES('ckap4ruda2',1,1.79513475628502587894e+12,'{"kind":"sealed","seat":0,"move":"LB","spent_ms":0.0}');
INSERT INTO "entries" VALUES('ckap4ruda2',2,1.79513475684926098636e+12,'{"kind":"turn","moves":["LB","LB"],"spent_ms":[0.0,19.65]}');
INSERT INTO "entries" VALUES('ckap4ruda2',3,1.79513475693902294916e+12,'{"kind":"sealed","seat":0,"move":"RB","spent_ms":0.0}');
INSERT INTO "entries" VALUES('ckap4ruda2',4,1.79513475694016699218e+12,'{"kind":"turn","moves":["RB","RA"],"spent_ms":[0.0,0.373]}');
INSERT INTO "entries" VALUES('ckap4ruda2',5,1.79513475706495605468e+12,'{"kind":"sealed","seat":1,"move":"RA","spent_ms":0.399}');
INSERT INTO "entries" VALUES('ckap4ruda2',6,1.79513475708543603515e+12,'{"kind":"turn","moves":["LA","RA"],"spent_ms":[0.0,0.399]}');
INSERT INTO "entries" VALUES('ckap4ruda2',7,1.79513475718343408198e+12,'{"kind":"sealed","seat":0,"move":"LC","spent_ms":0.0}');
INSERT INTO "entries" VALUES('ckap4ruda2',8,1795134757186.29,'{"kind":"turn","moves":["LC","RA"],"spent_ms":[0.0,0.775]}');
INSERT INTO "entries" VALUES('ckap4ruda2',9,1.79513475726220288089e+12,'{"kind":"sealed","seat":0,"move":"LC","spent_ms":0.0}');
INSERT INTO "entries" VALUES('ckap4ruda2',10,1.79513475726453198243e+12,'{"kind":"turn","moves":["LC","RC"],"spent_ms":[0.0,0.393]}');
INSERT INTO "entries" VALUES('ckap4ruda2',11,1.79513475728890209955e+12,'{"kind":"sealed","seat":0,"move":"RA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('ckap4ruda2',12,1.79513475730145800782e+12,'{"kind":"turn","moves":["RA","LA"],"spent_ms":[0.0,0.327]}');
INSERT INTO "entries" VALUES('ckap4ruda2',13,1.79513475732251904298e+12,'{"kind":"sealed","seat":1,"move":"LA","spent_ms":0.319}');
INSERT INTO "entries" VALUES('ckap4ruda2',14,1.79513475733711401361e+12,'{"kind":"turn","moves":["RA","LA"],"spent_ms":[0.0,0.319]}');
INSERT INTO "entries" VALUES('ckap4ruda2',15,1.79513475736749707027e+12,'{"kind":"sealed","seat":0,"move":"RC","spent_ms":0.0}');
INSERT INTO "entries" VALUES('ckap4ruda2',16,1.79513475736986401372e+12,'{"kind":"turn","moves":["RC","LC"],"spent_ms":[0.0,0.348]}');
INSERT INTO "entries" VALUES('ckap4ruda2',17,1.79513475739187109382e+12,'{"kind":"sealed","seat":0,"move":"RB","spent_ms":0.0}');
INSERT INTO "entries" VALUES('ckap4ruda2',18,1.79513475741321093751e+12,'{"kind":"turn","moves":["RB","RB"],"spent_ms":[0.0,0.303]}');
INSERT INTO "entries" VALUES('ckap4ruda2',19,1.79513475747966699215e+12,'{"kind":"sealed","seat":0,"move":"RC","spent_ms":0.0}');
INSERT INTO "entries" VALUES('ckap4ruda2',20,1.79513475749714501955e+12,'{"kind":"turn","moves":["RC","LC"],"spent_ms":[0.0,0.208]}');
INSERT INTO "entries" VALUES('ckap4ruda2',21,1.79513475750979394529e+12,'{"kind":"sealed","seat":0,"move":"LA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('ckap4ruda2',22,1.79513475752976293942e+12,'{"kind":"turn","moves":["LA","RB"],"spent_ms":[0.0,0.168]}');
INSERT INTO "entries" VALUES('ckap4ruda2',23,1.79513475753285693357e+12,'{"kind":"sealed","seat":0,"move":"LA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('ckap4ruda2',24,1.79513475754388696289e+12,'{"kind":"turn","moves":["LA","LB"],"spent_ms":[0.0,0.118]}');
INSERT INTO "entries" VALUES('ckap4ruda2',25,1.79513475754388696289e+12,'{"kind":"over","winner":0,"reason":"tanks","score":[3,2]}');
INSERT INTO "entries" VALUES('sfpn8rgugq',1,1.79513475793308593746e+12,'{"kind":"seated","seat":1,"guest":"d8d4225a244dab12d1e08d45db7e8bd9a8582493d97833c7e40d25c5f35624e4","name":"Visitor"}');
INSERT INTO "entries" VALUES('sfpn8rgugq',2,1.79513475801735888676e+12,'{"kind":"turn","moves":["g1-b1",null],"spent_ms":[0.0,null]}');
INSERT INTO "entries" VALUES('sfpn8rgugq',3,1.79513475805810693362e+12,'{"kind":"turn","moves":[null,"a8-a3"],"spent_ms":[null,0.0]}');
INSERT INTO "entries" VALUES('sfpn8rgugq',4,1.79513475810664697267e+12,'{"kind":"turn","moves":["b1-e1",null],"spent_ms":[48.381,null]}');
CREATE TABLE guests (
	id VARCHAR(64) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "guests" VALUES('d8d4225a244dab12d1e08d45db7e8bd9a8582493d97833c7e40d25c5f35624e4','Visitor',1.79513474867157080076e+12);
INSERT INTO "guests" VALUES('abd3c707895e7d82b2350da724c5ee261cb30214b4e0986b5596c02f3ab60c16','Ruth',1.7951347505189228516e+12);
INSERT INTO "guests" VALUES('ad41bdd3f705dc76cbf9579d1971e06218f115071c003fa36ee9634ca9f4831c','Ms Gray',1.79513475238526660159e+12);
INSERT INTO "guests" VALUES('38fdfa550c31422bc60856ba097e48b95bab5d74174fb929f805fca7810468aa','Ada',1.79513475430236279289e+12);
INSERT INTO "guests" VALUES('7df843ccd7fb3d49ba687269841e83d2e537a720c1734f25de9d3b88b5777c13','Bob',1795134755153.22);
INSERT INTO "guests" VALUES('5721142ccb629a2848482102f01dc67d323e1f95af93f84227713ccad2fdf802','Mallory',1.79513475600910400392e+12);
CREATE TABLE heartbeat (
	id INTEGER NOT NULL, 
	alive_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "heartbeat" VALUES(1,1.79513482230167138679e+12);
INSERT INTO "heartbeat" VALUES(2,1.79513482230166943358e+12);
CREATE TABLE identity (
	id VARCHAR(32) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "identity" VALUES('8168e2b38ac91221b8258d0657342097');
CREATE TABLE invites (
	code VARCHAR(20) NOT NULL, 
	label VARCHAR(60) NOT NULL, 
	role VARCHAR(12) NOT NULL, 
	uses_left INTEGER NOT NULL, 
	expires_ms DOUBLE NOT NULL, 
	maker BIGINT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (code), 
	FOREIGN KEY(maker) REFERENCES accounts (id)
);
INSERT INTO "invites" VALUES('4W7EZVP8MH','teachers','organiser',1,1.79772675093085449217e+12,1,1.79513475093085449218e+12);
INSERT INTO "invites" VALUES('WANZY2GWJK','class 4b','player',30,1.79772675251447924807e+12,2,1.79513475251447924803e+12);
CREATE TABLE jobs (
	number INTEGER NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	rank INTEGER NOT NULL, 
	payload TEXT NOT NULL, 
	owner BIGINT NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	attempts INTEGER NOT NULL, 
	losses INTEGER DEFAULT 0 NOT NULL, 
	due_ms DOUBLE DEFAULT 0 NOT NULL, 
	claimed_by VARCHAR(80) NOT NULL, 
	beat_ms DOUBLE NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	result TEXT NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "jobs" VALUES(1,'build',0,'{"version":"9shk2fy92z"}',3,'done',1,0,0.0,'yard-fdbaab57-4026531836/9796/530794',1.79513476862511694338e+12,1.795134758205899414e+12,'{"state":"fit"}');
INSERT INTO "jobs" VALUES(2,'build',0,'{"version":"ca35p3352y"}',4,'done',1,0,0.0,'yard-fdbaab57-4026531836/9796/530794',1.79513477453696069334e+12,1.79513475823100927732e+12,'{"state":"fit"}');
INSERT INTO "jobs" VALUES(3,'ladder',2,'{"game":"tank_war","players":["nge85xa3i6","random"],"seed":"96b4d66a8e9f2313a12aceb3511e8e37"}',3,'waiting',0,0,0.0,'',1.79513478225948559571e+12,1.79513477759712426762e+12,'');
INSERT INTO "jobs" VALUES(4,'contest',1,'{"contest":"rjgwuzqwzs","length":842}',2,'done',1,0,0.0,'yard-fdbaab57-4026531836/11138/533640',1.79513480911734619139e+12,1.79513478667206933594e+12,'{"ended":"over","length":15261}');
CREATE TABLE links (
	id VARCHAR(64) NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	account BIGINT, 
	expires_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE mail_addresses (
	account BIGINT NOT NULL, 
	address VARCHAR(254) NOT NULL, 
	confirmed_ms DOUBLE, 
	turns BOOLEAN NOT NULL, 
	challenges BOOLEAN NOT NULL, 
	results BOOLEAN NOT NULL, 
	asked_ms DOUBLE NOT NULL, 
	turns_ms DOUBLE, 
	PRIMARY KEY (account), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE mail_queue (
	id INTEGER NOT NULL, 
	account BIGINT NOT NULL, 
	address VARCHAR(254) NOT NULL, 
	subject TEXT NOT NULL, 
	body TEXT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	due_ms DOUBLE NOT NULL, 
	attempts INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE mail_told (
	account BIGINT NOT NULL, 
	what VARCHAR(60) NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	PRIMARY KEY (account, what), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE outages (
	started_ms DOUBLE NOT NULL, 
	stopped_ms DOUBLE NOT NULL, 
	PRIMARY KEY (started_ms)
);
CREATE TABLE people_ratings (
	account BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	pace VARCHAR(16) NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	bot_mu DOUBLE DEFAULT '25.0' NOT NULL, 
	bot_sigma DOUBLE DEFAULT '8.333333333333334' NOT NULL, 
	bot_games INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (account, game, pace), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE player_networks (
	table_id VARCHAR(16) NOT NULL, 
	network VARCHAR(32) NOT NULL, 
	PRIMARY KEY (table_id, network), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "player_networks" VALUES('sfpn8rgugq','7dd8b4e1d9042e5415b37161514ebba8');
CREATE TABLE puzzle_solutions (
	account BIGINT NOT NULL, 
	puzzle VARCHAR(20) NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	solved_ms DOUBLE NOT NULL, 
	PRIMARY KEY (account, puzzle, day), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE ratings (
	game VARCHAR(40) NOT NULL, 
	player VARCHAR(60) NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	version VARCHAR(16) NOT NULL, 
	failed INTEGER NOT NULL, 
	PRIMARY KEY (game, player)
);
INSERT INTO "ratings" VALUES('tank_war','nge85xa3i6',1.39141474164412777265e+01,6.55338896195784403886e+00,4,'9shk2fy92z',0);
INSERT INTO "ratings" VALUES('tank_war','random',1.72254713774651690982e+01,1.0,4,'',0);
CREATE TABLE reports (
	id INTEGER NOT NULL, 
	account BIGINT NOT NULL, 
	reported BIGINT NOT NULL, 
	table_id VARCHAR(16) NOT NULL, 
	reason VARCHAR(20) NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	settled_by BIGINT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id), 
	FOREIGN KEY(reported) REFERENCES accounts (id), 
	FOREIGN KEY(settled_by) REFERENCES accounts (id)
);
CREATE TABLE results (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	pace VARCHAR(16) NOT NULL, 
	rated BOOLEAN NOT NULL, 
	result VARCHAR(5) NOT NULL, 
	opponent VARCHAR(120) NOT NULL, 
	opening VARCHAR(40), 
	ended_ms DOUBLE NOT NULL, 
	mu DOUBLE, 
	sigma DOUBLE, 
	bot VARCHAR(40), 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "results" VALUES('ckap4ruda2',0,'d8d4225a244dab12d1e08d45db7e8bd9a8582493d97833c7e40d25c5f35624e4','tank_war','untimed',0,'won','greedy','LB',1.79513475754388696289e+12,NULL,NULL,NULL);
CREATE TABLE retired_names (
	look VARCHAR(64) NOT NULL, 
	until_ms DOUBLE NOT NULL, 
	PRIMARY KEY (look)
);
CREATE TABLE reviews (
	table_id VARCHAR(40) NOT NULL, 
	version VARCHAR(40) NOT NULL, 
	message TEXT NOT NULL, 
	made_ms DOUBLE NOT NULL, 
	PRIMARY KEY (table_id)
);
CREATE TABLE running_positions (
	table_id VARCHAR(16) NOT NULL, 
	turn INTEGER NOT NULL, 
	"key" VARCHAR(32) NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	PRIMARY KEY (table_id, turn), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "running_positions" VALUES('sfpn8rgugq',2,'4a1280d00e3d225b94c59a7d31e2d13a',1.79513475805810693362e+12);
INSERT INTO "running_positions" VALUES('sfpn8rgugq',3,'39d240ec78cb349ba7e24b3c9e9bfd4c',1.79513475810664697267e+12);
CREATE TABLE seats (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('ckap4ruda2',0,'d8d4225a244dab12d1e08d45db7e8bd9a8582493d97833c7e40d25c5f35624e4');
INSERT INTO "seats" VALUES('sfpn8rgugq',0,'38fdfa550c31422bc60856ba097e48b95bab5d74174fb929f805fca7810468aa');
INSERT INTO "seats" VALUES('sfpn8rgugq',1,'d8d4225a244dab12d1e08d45db7e8bd9a8582493d97833c7e40d25c5f35624e4');
CREATE TABLE sessions (
	id VARCHAR(64) NOT NULL, 
	account BIGINT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	used_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
INSERT INTO "sessions" VALUES('c81959bcd7b22da9bfc9f4b848b23385b070420467fab32c2e9e3ce5056a0e3b',1,1.79513475074116772458e+12,1.79513475074116772458e+12);
INSERT INTO "sessions" VALUES('c5b7b73726d38d5588a4a7efa926a7ad333b9c6917c5ceacb9f0d2013a4dab70',2,1.79513475242853540042e+12,1.79513475242853540042e+12);
INSERT INTO "sessions" VALUES('c876298d23f4196cdff872582994da66a07f4b245aa297d443a1d24dd81a4d4b',3,1.79513475442884277346e+12,1.79513475442884277346e+12);
INSERT INTO "sessions" VALUES('83a907a67446be41c62854832407d06f6729ed719b57ea6338b6a081e010b329',4,1.79513475519584960937e+12,1.79513475519584960937e+12);
CREATE TABLE shares (
	owner BIGINT NOT NULL, 
	served_ms DOUBLE NOT NULL, 
	PRIMARY KEY (owner)
);
INSERT INTO "shares" VALUES(3,1795134778063.61);
INSERT INTO "shares" VALUES(4,1.79513477034139501951e+12);
INSERT INTO "shares" VALUES(2,1.79513479218854565431e+12);
CREATE TABLE tables (
	number INTEGER NOT NULL, 
	id VARCHAR(16) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	terms TEXT NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	live BOOLEAN NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	private BOOLEAN DEFAULT 0 NOT NULL, 
	summary TEXT, 
	due_ms DOUBLE, 
	cancelled BOOLEAN DEFAULT 0 NOT NULL, 
	open_to VARCHAR(64), 
	rated_from_ms DOUBLE, 
	network VARCHAR(32), 
	PRIMARY KEY (number), 
	UNIQUE (id)
);
INSERT INTO "tables" VALUES(1,'ckap4ruda2','tank_war','{"id":"ckap4ruda2","game":"tank_war","options":{},"start":"053/053/053/053/053/053","clock":"none","chairs":[{"kind":"guest","name":"Visitor","guest":"d8d4225a244dab12d1e08d45db7e8bd9a8582493d97833c7e40d25c5f35624e4"},{"kind":"bot","name":"greedy","bot":"greedy"}],"seed":"39e8bc9133e07dcfdd4433149ac3bca9","owner":"d8d4225a244dab12d1e08d45db7e8bd9a8582493d97833c7e40d25c5f35624e4","invite":"","created_ms":1795134756167.505,"origin":null,"rematch_of":null,"private":false,"open_to":"","challenged":"","rated":false,"tournament":"","free_start":false}','d8d4225a244dab12d1e08d45db7e8bd9a8582493d97833c7e40d25c5f35624e4',0,1.79513475616750488284e+12,0,'{"at_ms":1795134757543.887,"chairs":[{"kind":"guest","name":"Visitor","guest":"d8d4225a244dab12d1e08d45db7e8bd9a8582493d97833c7e40d25c5f35624e4"},{"kind":"bot","name":"greedy","bot":"greedy"}],"turn":12,"state":"233/xx3/233/xx3/xx3/3x4","history":"[12,{\"columns\":[5,1],\"bumped\":null,\"shots\":[[0,0,1]],\"wrecks\":[[1,[1,3]]]}]","outcome":{"winner":0,"reason":"tanks","score":[3,2],"detail":"U won (tanks, 3 : 2)","because":"3 tanks to 2","happened":"Blue could drive no tank any more; 3 tanks to 2","shown_by":["tank-1-LA","tank-1-LC"]},"clocks_ms":[null,null],"running":[false,false],"owing":[]}',NULL,0,NULL,NULL,NULL);
INSERT INTO "tables" VALUES(2,'sfpn8rgugq','tank_battle','{"id":"sfpn8rgugq","game":"tank_battle","options":{},"start":"Bbbbb6/bbbb7/bbb8/bb9/11/11/11/9ww/8www/7wwww/6wwwwW w 0","clock":"days:7","chairs":[{"kind":"guest","name":"Ada","guest":"38fdfa550c31422bc60856ba097e48b95bab5d74174fb929f805fca7810468aa"},{"kind":"open"}],"seed":"6abbaa717fcbcd1f77bf700dd7f9ebe8","owner":"38fdfa550c31422bc60856ba097e48b95bab5d74174fb929f805fca7810468aa","invite":"LHorupMeUr7GeQzqKg98LA","created_ms":1795134757613.3247,"origin":null,"rematch_of":null,"private":false,"open_to":"","challenged":"","rated":false,"tournament":"","free_start":true}','38fdfa550c31422bc60856ba097e48b95bab5d74174fb929f805fca7810468aa',1,1.79513475761332470708e+12,0,'{"at_ms":1795134758106.647,"chairs":[{"kind":"guest","name":"Ada","guest":"38fdfa550c31422bc60856ba097e48b95bab5d74174fb929f805fca7810468aa"},{"kind":"guest","name":"Visitor","guest":"d8d4225a244dab12d1e08d45db7e8bd9a8582493d97833c7e40d25c5f35624e4"}],"turn":3,"state":"Bbbbb6/bbbb7/bbb8/1b9/11/11/11/9ww/b7www/7wwww/4w2wwwW b 3","history":"[[125,\"\"],[[10,[-1,1]],[4,[1,0]],[7,[-1,1]],[8,[-1,1]],[9,[-1,1]],[18,[-1,1]],[19,[-1,1]],[20,[-1,1]],[21,[-1,1]],[30,[-1,1]],[31,[-1,1]],[32,[-1,1]],[42,[-1,1]],[43,[-1,1]],[110,[1,-1]],[22,[0,-1]],[78,[1,-1]],[88,[1,-1]],[89,[1,-1]],[90,[1,-1]],[99,[1,-1]],[100,[1,-1]],[101,[1,-1]],[102,[1,-1]],[111,[1,-1]],[112,[1,-1]],[113,[1,-1]],[114,[1,-1]]]]","outcome":null,"clocks_ms":[604800000.0,604800000.0],"running":[false,true],"owing":[1]}',1.79573955820664697266e+12,0,NULL,NULL,'7dd8b4e1d9042e5415b37161514ebba8');
CREATE TABLE tournament_entrants (
	tournament_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	name VARCHAR(30) NOT NULL, 
	left_after INTEGER, 
	PRIMARY KEY (tournament_id, number), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
);
CREATE TABLE tournament_games (
	tournament_id VARCHAR(16) NOT NULL, 
	round INTEGER NOT NULL, 
	"match" INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	first INTEGER NOT NULL, 
	second INTEGER, 
	swapped BOOLEAN NOT NULL, 
	table_id VARCHAR(16), 
	result VARCHAR(6), 
	PRIMARY KEY (tournament_id, round, "match", board), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
);
CREATE TABLE tournament_players (
	tournament_id VARCHAR(16) NOT NULL, 
	account BIGINT NOT NULL, 
	entrant INTEGER NOT NULL, 
	joined_ms DOUBLE NOT NULL, 
	PRIMARY KEY (tournament_id, account), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE tournament_removed (
	tournament_id VARCHAR(16) NOT NULL, 
	entrant INTEGER NOT NULL, 
	account BIGINT NOT NULL, 
	PRIMARY KEY (tournament_id, entrant, account), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE tournaments (
	id VARCHAR(16) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	clock VARCHAR(40) NOT NULL, 
	rated BOOLEAN NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	team_size INTEGER NOT NULL, 
	rounds INTEGER, 
	most INTEGER NOT NULL, 
	round_ms DOUBLE, 
	owner BIGINT NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	starts_ms DOUBLE, 
	round INTEGER NOT NULL, 
	round_started_ms DOUBLE, 
	created_ms DOUBLE NOT NULL, 
	ended_ms DOUBLE, 
	PRIMARY KEY (id), 
	FOREIGN KEY(owner) REFERENCES accounts (id)
);
CREATE TABLE trials (
	id VARCHAR(16) NOT NULL, 
	bot VARCHAR(16) NOT NULL, 
	newer VARCHAR(16) NOT NULL, 
	older VARCHAR(16) NOT NULL, 
	state VARCHAR(12) NOT NULL, 
	told TEXT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(bot) REFERENCES bots (id), 
	FOREIGN KEY(newer) REFERENCES versions (id), 
	FOREIGN KEY(older) REFERENCES versions (id)
);
CREATE TABLE versions (
	id VARCHAR(16) NOT NULL, 
	bot VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	state VARCHAR(12) NOT NULL, 
	reason TEXT NOT NULL, 
	log TEXT NOT NULL, 
	report TEXT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	source_bytes BIGINT, 
	built_bytes BIGINT, 
	PRIMARY KEY (id), 
	UNIQUE (bot, number), 
	FOREIGN KEY(bot) REFERENCES bots (id)
);
INSERT INTO "versions" VALUES('9shk2fy92z','nge85xa3i6',1,'fit','','','[{"number":1,"title":"it builds","passed":true,"detail":"there is nothing to build","sent":"","came_back":"","right":"","log":""},{"number":2,"title":"it starts and says it is ready","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""},{"number":3,"title":"it answers its first turn with a legal move","passed":true,"detail":"it played LC","sent":"","came_back":"","right":"","log":""},{"number":4,"title":"it plays a whole game at seat 0","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":5,"title":"it plays a whole game at seat 1","passed":true,"detail":"15 turns","sent":"","came_back":"","right":"","log":""},{"number":6,"title":"it plays many games in one process","passed":true,"detail":"6 games","sent":"","came_back":"","right":"","log":""},{"number":7,"title":"it answers positions it has not seen coming","passed":true,"detail":"32 positions","sent":"","came_back":"","right":"","log":""},{"number":8,"title":"it plays every variant of the game","passed":true,"detail":"10 variants","sent":"","came_back":"","right":"","log":""},{"number":9,"title":"it stays well within its time","passed":true,"detail":"its slowest answer took 100.1 ms","sent":"","came_back":"","right":"","log":""},{"number":10,"title":"it leaves on `bye`","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""}]',1.7951347582058823242e+12,12288,12288);
INSERT INTO "versions" VALUES('ca35p3352y','8eqzgrjh5r',1,'fit','','','[{"number":1,"title":"it builds","passed":true,"detail":"there is nothing to build","sent":"","came_back":"","right":"","log":""},{"number":2,"title":"it starts and says it is ready","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""},{"number":3,"title":"it answers its first turn with a legal move","passed":true,"detail":"it played RB","sent":"","came_back":"","right":"","log":""},{"number":4,"title":"it plays a whole game at seat 0","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":5,"title":"it plays a whole game at seat 1","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":6,"title":"it plays many games in one process","passed":true,"detail":"6 games","sent":"","came_back":"","right":"","log":""},{"number":7,"title":"it answers positions it has not seen coming","passed":true,"detail":"32 positions","sent":"","came_back":"","right":"","log":""},{"number":8,"title":"it plays every variant of the game","passed":true,"detail":"10 variants","sent":"","came_back":"","right":"","log":""},{"number":9,"title":"it stays well within its time","passed":true,"detail":"its slowest answer took 79.2 ms","sent":"","came_back":"","right":"","log":""},{"number":10,"title":"it leaves on `bye`","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""}]',1.79513475823099340816e+12,12288,12288);
CREATE TABLE writer (
	id INTEGER NOT NULL, 
	server VARCHAR(16) NOT NULL, 
	number BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "writer" VALUES(1,'0000000149171945',78);
CREATE INDEX audit_action ON audit (action, id);
CREATE INDEX audit_actor ON audit (actor, id);
CREATE INDEX reviews_made ON reviews (made_ms);
CREATE INDEX bot_games_first ON bot_games (first, number);
CREATE INDEX bot_games_second ON bot_games (second, number);
CREATE INDEX bot_games_game ON bot_games (game, number);
CREATE INDEX bot_games_occasion ON bot_games (occasion);
CREATE INDEX bot_games_kind ON bot_games (kind, ended_ms);
CREATE INDEX jobs_state ON jobs (state, rank, number);
CREATE INDEX jobs_kind ON jobs (kind, state, number);
CREATE INDEX tables_open_to ON tables (open_to) WHERE open_to IS NOT NULL;
CREATE INDEX tables_rated ON tables (rated_from_ms) WHERE rated_from_ms IS NOT NULL;
CREATE INDEX tables_live ON tables (live, number);
CREATE INDEX tables_due ON tables (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX tables_owner ON tables (owner, live);
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX bots_game ON bots (game);
CREATE INDEX contests_owner ON contests (owner);
CREATE INDEX mail_queue_due ON mail_queue (due_ms);
CREATE INDEX mail_told_at ON mail_told (at_ms);
CREATE INDEX people_ratings_game ON people_ratings (game, pace);
CREATE INDEX reports_open ON reports (settled_by, id);
CREATE INDEX running_positions_key ON running_positions ("key");
CREATE INDEX seats_guest ON seats (guest);
CREATE INDEX results_uncounted ON results (ended_ms) WHERE rated AND mu IS NULL;
CREATE INDEX results_guest ON results (guest, ended_ms);
CREATE INDEX tournaments_state ON tournaments (state, created_ms);
CREATE INDEX tournaments_owner ON tournaments (owner, state);
CREATE INDEX versions_fit ON versions (state, bot, number);
CREATE INDEX tournament_players_account ON tournament_players (account);
CREATE INDEX trials_bot ON trials (bot, created_ms);
COMMIT;
