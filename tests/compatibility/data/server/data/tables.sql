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
INSERT INTO "accounts" VALUES(1,'Ruth','ruth','admin','$argon2id$v=19$m=49152,t=2,p=1$eX1OSna/HwNK4oB6soiNRA$EVULz1oKwKKydaObXl6zceZFJfbk9uHOCVQT7SQiUKQ','821393f3e4a276098c97950c4691aac31165cfbd94ff331c3545c89bd3e73ff2',0,1.79513294208455908207e+12,NULL);
INSERT INTO "accounts" VALUES(2,'Ms Gray','msgray','organiser','$argon2id$v=19$m=49152,t=2,p=1$oGb7zwfTjT0WDrfO1P2k2g$/h6H8o90/0d5QOakSOJM95TyNJZQTVDfHcvf1OJUFoo','d0fa8ef176e348594d0c7ab2a7fab787416a757596b2c5f00d7fd369f0f11da0',0,1.7951329450975810547e+12,NULL);
INSERT INTO "accounts" VALUES(3,'Ada','ada','player','$argon2id$v=19$m=49152,t=2,p=1$ngoAeM06dgMADUJrn58aYg$Ul09dHV3+/vwnYkJSAdO+PeDrU4Dng6VJSSivXz2jv0','1ac7953d2ccdc88e855c33f2b7f48dc939ed17199de10679e0cda9258ec181e6',0,1.79513294803079394529e+12,NULL);
INSERT INTO "accounts" VALUES(4,'Bob','bob','player','$argon2id$v=19$m=49152,t=2,p=1$ILG2yi5Tqczzc4MU62BCxA$PRsp1vhSO8TYm8WYcL1aN1DYTRv/rwA8hVTghchSpKA','34be0b152f752b9841247ccdf9bda27c3e7594efde03a1b2b376ab6da1d8fe45',0,1.79513294960526098627e+12,NULL);
INSERT INTO "accounts" VALUES(5,'Mallory','mallory','player','$argon2id$v=19$m=49152,t=2,p=1$1w84tX9+wLUJMDR7tCxquQ$FiHFjDoQ3kW0XNjpsUzfOaNEJnfTLd8nB+Sv+miOeFY','6d0977839baf1134c0f8dcf9361cb474f925008f9367f4401b704b826337a0da',1,1.79513295184436181637e+12,NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0022');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	actor BIGINT, 
	action VARCHAR(40) NOT NULL, 
	subject VARCHAR(80) NOT NULL, 
	detail TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "audit" VALUES(1,1.79513293404546508784e+12,NULL,'admin.link','server','{}');
INSERT INTO "audit" VALUES(2,1.79513294208457543942e+12,1,'account.register','account:1','{"name":"Ruth","role":"player","code":null}');
INSERT INTO "audit" VALUES(3,1.79513294240118188478e+12,1,'account.role','account:1','{"name":"Ruth","from":"player","to":"admin"}');
INSERT INTO "audit" VALUES(4,1.79513294268169189453e+12,1,'invite.make','invite:teachers','{"label":"teachers","role":"organiser","uses":2,"days":30}');
INSERT INTO "audit" VALUES(5,1.79513294509760424808e+12,2,'account.register','account:2','{"name":"Ms Gray","role":"organiser","code":"teachers"}');
INSERT INTO "audit" VALUES(6,1.79513294541696313477e+12,2,'invite.make','invite:class 4b','{"label":"class 4b","role":"player","uses":30,"days":30}');
INSERT INTO "audit" VALUES(7,1.79513294803080908205e+12,3,'account.register','account:3','{"name":"Ada","role":"player","code":null}');
INSERT INTO "audit" VALUES(8,1.79513294960527832033e+12,4,'account.register','account:4','{"name":"Bob","role":"player","code":null}');
INSERT INTO "audit" VALUES(9,1.7951329518443779297e+12,5,'account.register','account:5','{"name":"Mallory","role":"player","code":null}');
INSERT INTO "audit" VALUES(10,1.79513295204208593756e+12,1,'account.disable','account:5','{"name":"Mallory"}');
INSERT INTO "audit" VALUES(11,1.79513295571289599613e+12,3,'bot.hand_in','bot:wi85hnyb6q','{"name":"cleo","version":1}');
INSERT INTO "audit" VALUES(12,1.79513295601920629877e+12,4,'bot.hand_in','bot:7f8i5gy257','{"name":"dora","version":1}');
INSERT INTO "audit" VALUES(13,1.79513299055072656253e+12,2,'contest.create','contest:x8aczcmp5j','{"name":"By hand"}');
INSERT INTO "audit" VALUES(14,1.7951329907075197754e+12,2,'contest.open','contest:x8aczcmp5j','{"reason":""}');
INSERT INTO "audit" VALUES(15,1.7951329908255095215e+12,3,'contest.enter','contest:x8aczcmp5j','{"bot":"cleo"}');
INSERT INTO "audit" VALUES(16,1.79513299090489624018e+12,4,'contest.enter','contest:x8aczcmp5j','{"bot":"dora"}');
INSERT INTO "audit" VALUES(17,1.7951329914331911621e+12,2,'contest.frozen','contest:x8aczcmp5j','{"entries":2,"reason":"it is time"}');
INSERT INTO "audit" VALUES(18,1.79513299217427172846e+12,2,'contest.start','contest:x8aczcmp5j','{"reason":"it is time"}');
INSERT INTO "audit" VALUES(19,1.79513302669783081054e+12,NULL,'contest.over','contest:x8aczcmp5j','{}');
INSERT INTO "audit" VALUES(20,1.79513303481353833006e+12,2,'contest.change','contest:x8aczcmp5j','{"published":true,"what":["published"],"reason":""}');
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
INSERT INTO "bot_games" VALUES(1,'q8qnc42iaa','ladder','3',1000,'tank_war','wi85hnyb6q','random','i55wvykmiw','','["cleo","random"]',1,'tanks',1,'','{"game":"tank_war","rules_version":1,"options":{},"clock":"bank:12s","realtime":false,"strikes":0,"start":"053/053/053/053/053/053","number":1000,"seed":"23a19f12b090c6e988417046f612cf07","players":[{"name":"cleo","bot":"@i55wvykmiw","version":1},{"name":"random","bot":"random","version":1}],"steelyard":2,"reported_versions":["",""],"turns":[{"moves":["RA","LC"],"wall_ms":[73.259,73.259],"cpu_ms":[0.217,0.388],"lost_ms":[0.0,0.0]},{"moves":["LA","RC"],"wall_ms":[86.302,86.302],"cpu_ms":[0.246,0.288],"lost_ms":[0.0,0.0]},{"moves":["LB","LA"],"wall_ms":[90.092,90.092],"cpu_ms":[0.196,0.3],"lost_ms":[0.0,0.0]},{"moves":["LC","LB"],"wall_ms":[113.209,113.209],"cpu_ms":[0.166,0.271],"lost_ms":[0.0,0.0]},{"moves":["RC","LB"],"wall_ms":[45.795,45.795],"cpu_ms":[0.265,0.275],"lost_ms":[0.0,0.0]},{"moves":["RB","RA"],"wall_ms":[49.574,49.574],"cpu_ms":[0.362,0.307],"lost_ms":[0.0,0.0]},{"moves":["RA","LB"],"wall_ms":[0.065,68.051],"cpu_ms":[0.182,0.27],"lost_ms":[0.0,0.0]},{"moves":["LC","LA"],"wall_ms":[0.084,0.362],"cpu_ms":[0.0,0.36],"lost_ms":[0.0,0.0]},{"moves":["LB","RB"],"wall_ms":[0.191,17.954],"cpu_ms":[0.207,0.26],"lost_ms":[0.0,0.0]},{"moves":["RC","RA"],"wall_ms":[48.597,48.597],"cpu_ms":[0.384,0.256],"lost_ms":[0.0,0.0]},{"moves":["LA","RB"],"wall_ms":[0.042,0.3],"cpu_ms":[0.0,0.29],"lost_ms":[0.0,0.0]}],"events":[],"outcome":{"winner":1,"reason":"tanks","score":[1,2]},"verdict":null,"hash":"e41be0ee91b6e2d6de70d4675f4ce5481257b9e3ae606b011839b321ee72a00f"}
',1.79513298313040161125e+12);
INSERT INTO "bot_games" VALUES(2,'y2f5f2kqd4','ladder','3',1001,'tank_war','random','wi85hnyb6q','','i55wvykmiw','["random","cleo"]',0,'tanks',1,'','{"game":"tank_war","rules_version":1,"options":{},"clock":"bank:12s","realtime":false,"strikes":0,"start":"053/053/053/053/053/053","number":1001,"seed":"68e590e48d4a9d11087928f56fdb6d10","players":[{"name":"random","bot":"random","version":1},{"name":"cleo","bot":"@i55wvykmiw","version":1}],"steelyard":2,"reported_versions":["",""],"turns":[{"moves":["RB","RA"],"wall_ms":[0.076,0.268],"cpu_ms":[0.654,0.291],"lost_ms":[0.0,0.0]},{"moves":["RB","LA"],"wall_ms":[0.045,0.045],"cpu_ms":[0.107,0.061],"lost_ms":[0.0,0.0]},{"moves":["LC","LB"],"wall_ms":[0.024,40.171],"cpu_ms":[0.0,0.1],"lost_ms":[0.0,0.0]},{"moves":["LA","LC"],"wall_ms":[13.226,13.226],"cpu_ms":[0.636,0.183],"lost_ms":[0.0,0.0]},{"moves":["LB","RC"],"wall_ms":[0.079,4.5],"cpu_ms":[0.286,0.297],"lost_ms":[0.0,0.0]},{"moves":["LB","RB"],"wall_ms":[0.09,0.09],"cpu_ms":[0.0,0.0],"lost_ms":[0.0,0.0]},{"moves":["LA","RA"],"wall_ms":[3.602,4.075],"cpu_ms":[0.268,0.174],"lost_ms":[0.0,0.0]},{"moves":["RB","LC"],"wall_ms":[7.835,2.029],"cpu_ms":[0.525,0.062],"lost_ms":[5.519,0.0]},{"moves":["RC","RC"],"wall_ms":[0.045,3.227],"cpu_ms":[0.223,0.241],"lost_ms":[0.0,0.0]},{"moves":["RA","LA"],"wall_ms":[0.039,116.561],"cpu_ms":[0.254,0.238],"lost_ms":[0.0,0.0]},{"moves":["RA","RB"],"wall_ms":[0.082,65.201],"cpu_ms":[0.0,0.17],"lost_ms":[0.0,0.0]}],"events":[],"outcome":{"winner":0,"reason":"tanks","score":[3,2]},"verdict":null,"hash":"a2b19353a53a6ed084eb579ae2d2e5af0ab5c62592fc9f0c0981bb052cb0f582"}
',1.79513298435004101561e+12);
INSERT INTO "bot_games" VALUES(3,'qtuzee38ry','ladder','3',1002,'tank_war','wi85hnyb6q','random','i55wvykmiw','','["cleo","random"]',0,'tanks',1,'','{"game":"tank_war","rules_version":1,"options":{},"clock":"bank:12s","realtime":false,"strikes":0,"start":"053/053/053/053/053/053","number":1002,"seed":"793c8e2cfadab8c5d33a3f7f046e40f0","players":[{"name":"cleo","bot":"@i55wvykmiw","version":1},{"name":"random","bot":"random","version":1}],"steelyard":2,"reported_versions":["",""],"turns":[{"moves":["LC","LA"],"wall_ms":[0.046,0.046],"cpu_ms":[0.39,0.654],"lost_ms":[0.0,0.0]},{"moves":["RC","RC"],"wall_ms":[0.073,0.073],"cpu_ms":[0.0,0.0],"lost_ms":[0.0,0.0]},{"moves":["RB","LC"],"wall_ms":[90.936,90.936],"cpu_ms":[0.134,0.357],"lost_ms":[0.0,0.0]},{"moves":["RA","LC"],"wall_ms":[64.346,64.346],"cpu_ms":[0.226,0.418],"lost_ms":[0.0,0.0]},{"moves":["RB","LB"],"wall_ms":[11.74,11.74],"cpu_ms":[0.532,0.653],"lost_ms":[0.0,0.0]},{"moves":["LA","RA"],"wall_ms":[0.089,0.089],"cpu_ms":[0.22,0.245],"lost_ms":[0.0,0.0]},{"moves":["LC","RC"],"wall_ms":[0.075,0.075],"cpu_ms":[0.157,0.218],"lost_ms":[0.0,0.0]},{"moves":["RA","RB"],"wall_ms":[0.118,0.118],"cpu_ms":[0.183,0.0],"lost_ms":[0.0,0.0]},{"moves":["RB","LB"],"wall_ms":[0.084,24.264],"cpu_ms":[0.0,0.244],"lost_ms":[0.0,0.0]},{"moves":["RA","RA"],"wall_ms":[56.953,56.953],"cpu_ms":[0.287,0.549],"lost_ms":[0.0,0.0]},{"moves":["LA","RB"],"wall_ms":[4.888,4.888],"cpu_ms":[0.215,0.41],"lost_ms":[0.0,0.0]}],"events":[],"outcome":{"winner":0,"reason":"tanks","score":[4,3]},"verdict":null,"hash":"1a3d632f73862f8afe5a1957dff1966356549cbab178ce4a72a496b8fde52dcf"}
',1.79513298561230151368e+12);
INSERT INTO "bot_games" VALUES(4,'p39gw3hcmv','ladder','3',1003,'tank_war','random','wi85hnyb6q','','i55wvykmiw','["random","cleo"]',0,'tanks',1,'','{"game":"tank_war","rules_version":1,"options":{},"clock":"bank:12s","realtime":false,"strikes":0,"start":"053/053/053/053/053/053","number":1003,"seed":"bbc2083c329c8b0d4a18326726c2b0fd","players":[{"name":"random","bot":"random","version":1},{"name":"cleo","bot":"@i55wvykmiw","version":1}],"steelyard":2,"reported_versions":["",""],"turns":[{"moves":["LA","LC"],"wall_ms":[0.042,0.042],"cpu_ms":[0.834,0.176],"lost_ms":[0.0,0.0]},{"moves":["RA","RC"],"wall_ms":[0.119,0.228],"cpu_ms":[0.0,0.183],"lost_ms":[0.0,0.0]},{"moves":["RA","RB"],"wall_ms":[73.218,73.218],"cpu_ms":[0.704,0.276],"lost_ms":[0.0,0.0]},{"moves":["RC","RA"],"wall_ms":[0.178,0.178],"cpu_ms":[0.311,0.184],"lost_ms":[0.0,0.0]},{"moves":["RA","LA"],"wall_ms":[0.087,0.087],"cpu_ms":[0.0,0.0],"lost_ms":[0.0,0.0]},{"moves":["LB","LB"],"wall_ms":[141.989,141.989],"cpu_ms":[0.527,0.151],"lost_ms":[0.0,0.0]},{"moves":["LC","RB"],"wall_ms":[0.298,3.154],"cpu_ms":[0.295,0.18],"lost_ms":[0.0,0.494]},{"moves":["RB","RC"],"wall_ms":[0.406,1.683],"cpu_ms":[0.215,0.089],"lost_ms":[0.0,0.0]},{"moves":["RC","RB"],"wall_ms":[0.809,10.423],"cpu_ms":[0.177,0.105],"lost_ms":[0.0,0.0]},{"moves":["RB","RA"],"wall_ms":[5.792,5.792],"cpu_ms":[0.358,0.157],"lost_ms":[0.0,0.0]},{"moves":["LA","RA"],"wall_ms":[1.547,12.68],"cpu_ms":[0.255,0.139],"lost_ms":[0.0,0.0]}],"events":[],"outcome":{"winner":0,"reason":"tanks","score":[3,2]},"verdict":null,"hash":"a85261a8d4bb7926fc4ac6aa19b95e662758f7d1532431f2be803cadbbb2975d"}
',1.79513298645780371089e+12);
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
INSERT INTO "bots" VALUES('wi85hnyb6q',3,'tank_war','cleo',0,1,'',0.0,'',1.79513295571286035159e+12,1.79513298645780371089e+12,'',0);
INSERT INTO "bots" VALUES('7f8i5gy257',4,'tank_war','dora',0,1,'',0.0,'',1.79513295601917236324e+12,0.0,'',0);
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
INSERT INTO "contest_entries" VALUES('x8aczcmp5j',3,'wi85hnyb6q','i55wvykmiw','Ada',0,1.79513299082547265628e+12,'','','');
INSERT INTO "contest_entries" VALUES('x8aczcmp5j',4,'7f8i5gy257','4cisavdkjt','Bob',0,1.79513299090485815433e+12,'','','');
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
INSERT INTO "contest_members" VALUES('x8aczcmp5j',3,3,'',1.79513299082547265628e+12);
INSERT INTO "contest_members" VALUES('x8aczcmp5j',4,4,'',1.79513299090485815433e+12);
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
INSERT INTO "contests" VALUES('x8aczcmp5j',2,'By hand','tank_war','over','name = "By hand"
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
',1,1,'','GHW318lhG-Ufqm8k6V65118wxU7nKR_HX3WPEW_0bJg',1.79513299100962255864e+12,1.7951329921656767578e+12,'',1.79513299055069946294e+12,3);
CREATE TABLE entries (
	table_id VARCHAR(16) NOT NULL, 
	seq INTEGER NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "entries" VALUES('m76x42s7sn',1,1.79513295260202709957e+12,'{"kind":"sealed","seat":0,"move":"LB","spent_ms":0.0}');
INSERT INTO "entries" VALUES('m76x42s7sn',2,1795132953704.22,'{"kind":"turn","moves":["LB","RC"],"spent_ms":[0.0,33.317]}');
INSERT INTO "entries" VALUES('m76x42s7sn',3,1.79513295373507104487e+12,'{"kind":"sealed","seat":1,"move":"RB","spent_ms":0.514}');
INSERT INTO "entries" VALUES('m76x42s7sn',4,1.79513295376033398444e+12,'{"kind":"turn","moves":["RB","RB"],"spent_ms":[0.0,0.514]}');
INSERT INTO "entries" VALUES('m76x42s7sn',5,1.79513295379141088869e+12,'{"kind":"sealed","seat":0,"move":"LA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('m76x42s7sn',6,1.7951329538026818848e+12,'{"kind":"turn","moves":["LA","LA"],"spent_ms":[0.0,0.387]}');
INSERT INTO "entries" VALUES('m76x42s7sn',7,1.79513295387750488286e+12,'{"kind":"sealed","seat":0,"move":"LC","spent_ms":0.0}');
INSERT INTO "entries" VALUES('m76x42s7sn',8,1.79513295387795288084e+12,'{"kind":"turn","moves":["LC","LA"],"spent_ms":[0.0,0.404]}');
INSERT INTO "entries" VALUES('m76x42s7sn',9,1.79513295391982788083e+12,'{"kind":"sealed","seat":0,"move":"LA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('m76x42s7sn',10,1.79513295392604589843e+12,'{"kind":"turn","moves":["LA","LA"],"spent_ms":[0.0,0.461]}');
INSERT INTO "entries" VALUES('m76x42s7sn',11,1.79513295401773706047e+12,'{"kind":"sealed","seat":1,"move":"RC","spent_ms":0.597}');
INSERT INTO "entries" VALUES('m76x42s7sn',12,1.79513295406078100587e+12,'{"kind":"turn","moves":["RC","RC"],"spent_ms":[0.0,0.597]}');
INSERT INTO "entries" VALUES('m76x42s7sn',13,1.79513295410674902346e+12,'{"kind":"sealed","seat":1,"move":"LC","spent_ms":0.327}');
INSERT INTO "entries" VALUES('m76x42s7sn',14,1.79513295414098803708e+12,'{"kind":"turn","moves":["RA","LC"],"spent_ms":[0.0,0.327]}');
INSERT INTO "entries" VALUES('m76x42s7sn',15,1.79513295426897094729e+12,'{"kind":"sealed","seat":1,"move":"RB","spent_ms":0.382}');
INSERT INTO "entries" VALUES('m76x42s7sn',16,1.79513295446759301755e+12,'{"kind":"turn","moves":["LB","RB"],"spent_ms":[0.0,0.382]}');
INSERT INTO "entries" VALUES('m76x42s7sn',17,1.7951329545054819336e+12,'{"kind":"sealed","seat":0,"move":"RC","spent_ms":0.0}');
INSERT INTO "entries" VALUES('m76x42s7sn',18,1.7951329545218520508e+12,'{"kind":"turn","moves":["RC","LB"],"spent_ms":[0.0,0.177]}');
INSERT INTO "entries" VALUES('m76x42s7sn',19,1.79513295457505810551e+12,'{"kind":"sealed","seat":0,"move":"LA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('m76x42s7sn',20,1.79513295457547094723e+12,'{"kind":"turn","moves":["LA","RA"],"spent_ms":[0.0,0.144]}');
INSERT INTO "entries" VALUES('m76x42s7sn',21,1.79513295459084497068e+12,'{"kind":"sealed","seat":0,"move":"RA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('m76x42s7sn',22,1.79513295459793701175e+12,'{"kind":"turn","moves":["RA","LB"],"spent_ms":[0.0,0.117]}');
INSERT INTO "entries" VALUES('m76x42s7sn',23,1.79513295459793701175e+12,'{"kind":"over","winner":0,"reason":"tanks","score":[2,1]}');
INSERT INTO "entries" VALUES('ghuyd3r6ib',1,1.79513295490760302732e+12,'{"kind":"seated","seat":1,"guest":"a5d90e56cb2bd16ae8b07dfc0588c463056f87f024008d4d0a9011866f9fe27d","name":"Visitor"}');
INSERT INTO "entries" VALUES('ghuyd3r6ib',2,1.79513295506889697262e+12,'{"kind":"turn","moves":["g1-b1",null],"spent_ms":[0.0,null]}');
INSERT INTO "entries" VALUES('ghuyd3r6ib',3,1.79513295524396801752e+12,'{"kind":"turn","moves":[null,"a8-a3"],"spent_ms":[null,0.0]}');
INSERT INTO "entries" VALUES('ghuyd3r6ib',4,1.79513295532415087887e+12,'{"kind":"turn","moves":["b1-e1",null],"spent_ms":[80.074,null]}');
CREATE TABLE guests (
	id VARCHAR(64) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "guests" VALUES('a5d90e56cb2bd16ae8b07dfc0588c463056f87f024008d4d0a9011866f9fe27d','Visitor',1.79513293801880224605e+12);
INSERT INTO "guests" VALUES('821393f3e4a276098c97950c4691aac31165cfbd94ff331c3545c89bd3e73ff2','Ruth',1.79513294208455908207e+12);
INSERT INTO "guests" VALUES('d0fa8ef176e348594d0c7ab2a7fab787416a757596b2c5f00d7fd369f0f11da0','Ms Gray',1.7951329450975810547e+12);
INSERT INTO "guests" VALUES('1ac7953d2ccdc88e855c33f2b7f48dc939ed17199de10679e0cda9258ec181e6','Ada',1.79513294803079394529e+12);
INSERT INTO "guests" VALUES('34be0b152f752b9841247ccdf9bda27c3e7594efde03a1b2b376ab6da1d8fe45','Bob',1.79513294960526098627e+12);
INSERT INTO "guests" VALUES('6d0977839baf1134c0f8dcf9361cb474f925008f9367f4401b704b826337a0da','Mallory',1.79513295184436181637e+12);
CREATE TABLE heartbeat (
	id INTEGER NOT NULL, 
	alive_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "heartbeat" VALUES(1,1.79513304118933203121e+12);
INSERT INTO "heartbeat" VALUES(2,1.79513304118932958981e+12);
CREATE TABLE identity (
	id VARCHAR(32) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "identity" VALUES('f74c54cf140695e1cf4ee568d92cec47');
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
INSERT INTO "invites" VALUES('SS9MA63XEQ','teachers','organiser',1,1797724942681.64,1,1795132942681.64);
INSERT INTO "invites" VALUES('3F37NCB6W8','class 4b','player',30,1.79772494541690795897e+12,2,1.79513294541690795894e+12);
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
INSERT INTO "jobs" VALUES(1,'build',0,'{"version":"i55wvykmiw"}',3,'done',1,0,0.0,'yard-fdbaab57-4026531836/12419/350579',1.79513297290197802735e+12,1.79513295571289160151e+12,'{"state":"fit"}');
INSERT INTO "jobs" VALUES(2,'build',0,'{"version":"4cisavdkjt"}',4,'done',1,0,0.0,'yard-fdbaab57-4026531836/12419/350579',1.79513297820343383781e+12,1.79513295601920141596e+12,'{"state":"fit"}');
INSERT INTO "jobs" VALUES(3,'ladder',2,'{"game":"tank_war","players":["wi85hnyb6q","random"],"seed":"2655817ef501da542defea4a3a4d6f1d"}',3,'waiting',0,0,0.0,'',1.79513298473951562498e+12,1.79513298026613354494e+12,'');
INSERT INTO "jobs" VALUES(4,'contest',1,'{"contest":"x8aczcmp5j","length":842}',2,'done',1,0,0.0,'yard-fdbaab57-4026531836/14023/354194',1.79513302463312280276e+12,1.79513299217425463865e+12,'{"ended":"over","length":15307}');
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
INSERT INTO "ratings" VALUES('tank_war','wi85hnyb6q',1.67346514767038847537e+01,6.52285627746680507499e+00,4,'i55wvykmiw',0);
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
INSERT INTO "results" VALUES('m76x42s7sn',0,'a5d90e56cb2bd16ae8b07dfc0588c463056f87f024008d4d0a9011866f9fe27d','tank_war','untimed',0,'won','greedy','LB',1.79513295459793701175e+12,NULL,NULL,NULL);
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
INSERT INTO "running_positions" VALUES('ghuyd3r6ib',2,'4a1280d00e3d225b94c59a7d31e2d13a',1.79513295524396801752e+12);
INSERT INTO "running_positions" VALUES('ghuyd3r6ib',3,'39d240ec78cb349ba7e24b3c9e9bfd4c',1.79513295532415087887e+12);
CREATE TABLE seats (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('m76x42s7sn',0,'a5d90e56cb2bd16ae8b07dfc0588c463056f87f024008d4d0a9011866f9fe27d');
INSERT INTO "seats" VALUES('ghuyd3r6ib',0,'1ac7953d2ccdc88e855c33f2b7f48dc939ed17199de10679e0cda9258ec181e6');
INSERT INTO "seats" VALUES('ghuyd3r6ib',1,'a5d90e56cb2bd16ae8b07dfc0588c463056f87f024008d4d0a9011866f9fe27d');
CREATE TABLE sessions (
	id VARCHAR(64) NOT NULL, 
	account BIGINT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	used_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
INSERT INTO "sessions" VALUES('d036ab951a7e739f880e64f25fd42074d677f80311660e6ebf60768bd0280016',1,1.79513294258206445317e+12,1.79513294258206445317e+12);
INSERT INTO "sessions" VALUES('fde22c3143f6501fe2c77a0b7ddb5fc2ba33a1ed78473d73cae60ec62c6f56c8',2,1.79513294523844848639e+12,1.79513294523844848639e+12);
INSERT INTO "sessions" VALUES('64f115d3e058dbc6b171fa09f99ebedc58554707ecb59c0c296438b1ebe0fba1',3,1.79513294812099584961e+12,1.79513294812099584961e+12);
INSERT INTO "sessions" VALUES('44e96a99adf7d112c9a679d2f1eb9cba6f5a058444f72a6c2401baf3a7751978',4,1.79513294966082958981e+12,1.79513294966082958981e+12);
CREATE TABLE shares (
	owner BIGINT NOT NULL, 
	served_ms DOUBLE NOT NULL, 
	PRIMARY KEY (owner)
);
INSERT INTO "shares" VALUES(3,1.79513298039572143549e+12);
INSERT INTO "shares" VALUES(4,1.79513297373468408207e+12);
INSERT INTO "shares" VALUES(2,1.79513299921161962888e+12);
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
	PRIMARY KEY (number), 
	UNIQUE (id)
);
INSERT INTO "tables" VALUES(1,'m76x42s7sn','tank_war','{"id":"m76x42s7sn","game":"tank_war","options":{},"start":"053/053/053/053/053/053","clock":"none","chairs":[{"kind":"guest","name":"Visitor","guest":"a5d90e56cb2bd16ae8b07dfc0588c463056f87f024008d4d0a9011866f9fe27d"},{"kind":"bot","name":"greedy","bot":"greedy"}],"seed":"53692ffd13c58711a0ce07116d254fd6","owner":"a5d90e56cb2bd16ae8b07dfc0588c463056f87f024008d4d0a9011866f9fe27d","invite":"","created_ms":1795132952266.1575,"origin":null,"rematch_of":null,"private":false,"open_to":"","challenged":"","rated":false,"tournament":"","free_start":false}','a5d90e56cb2bd16ae8b07dfc0588c463056f87f024008d4d0a9011866f9fe27d',0,1.79513295226615747068e+12,0,'{"at_ms":1795132954597.937,"chairs":[{"kind":"guest","name":"Visitor","guest":"a5d90e56cb2bd16ae8b07dfc0588c463056f87f024008d4d0a9011866f9fe27d"},{"kind":"bot","name":"greedy","bot":"greedy"}],"turn":11,"state":"2x3/xx3/xx3/xx3/xx3/344","history":"[11,{\"columns\":[0,1],\"bumped\":null,\"shots\":[[0,0,1]],\"wrecks\":[[1,[1,3]]]}]","outcome":{"winner":0,"reason":"tanks","score":[2,1],"detail":"U won (tanks, 2 : 1)","because":"2 tanks to 1","happened":"Blue could drive no tank any more; 2 tanks to 1","shown_by":["tank-1-RA"]},"clocks_ms":[null,null],"running":[false,false],"owing":[]}',NULL,0,NULL,NULL);
INSERT INTO "tables" VALUES(2,'ghuyd3r6ib','tank_battle','{"id":"ghuyd3r6ib","game":"tank_battle","options":{},"start":"Bbbbb6/bbbb7/bbb8/bb9/11/11/11/9ww/8www/7wwww/6wwwwW w 0","clock":"days:7","chairs":[{"kind":"guest","name":"Ada","guest":"1ac7953d2ccdc88e855c33f2b7f48dc939ed17199de10679e0cda9258ec181e6"},{"kind":"open"}],"seed":"7ed7621aa608424e94939d4d57fbc18f","owner":"1ac7953d2ccdc88e855c33f2b7f48dc939ed17199de10679e0cda9258ec181e6","invite":"MuhutjFcxN1sG82vfll9Dg","created_ms":1795132954709.5388,"origin":null,"rematch_of":null,"private":false,"open_to":"","challenged":"","rated":false,"tournament":"","free_start":true}','1ac7953d2ccdc88e855c33f2b7f48dc939ed17199de10679e0cda9258ec181e6',1,1.7951329547095388184e+12,0,'{"at_ms":1795132955324.151,"chairs":[{"kind":"guest","name":"Ada","guest":"1ac7953d2ccdc88e855c33f2b7f48dc939ed17199de10679e0cda9258ec181e6"},{"kind":"guest","name":"Visitor","guest":"a5d90e56cb2bd16ae8b07dfc0588c463056f87f024008d4d0a9011866f9fe27d"}],"turn":3,"state":"Bbbbb6/bbbb7/bbb8/1b9/11/11/11/9ww/b7www/7wwww/4w2wwwW b 3","history":"[[125,\"\"],[[10,[-1,1]],[4,[1,0]],[7,[-1,1]],[8,[-1,1]],[9,[-1,1]],[18,[-1,1]],[19,[-1,1]],[20,[-1,1]],[21,[-1,1]],[30,[-1,1]],[31,[-1,1]],[32,[-1,1]],[42,[-1,1]],[43,[-1,1]],[110,[1,-1]],[22,[0,-1]],[78,[1,-1]],[88,[1,-1]],[89,[1,-1]],[90,[1,-1]],[99,[1,-1]],[100,[1,-1]],[101,[1,-1]],[102,[1,-1]],[111,[1,-1]],[112,[1,-1]],[113,[1,-1]],[114,[1,-1]]]]","outcome":null,"clocks_ms":[604800000.0,604800000.0],"running":[false,true],"owing":[1]}',1.79573775542415087886e+12,0,NULL,NULL);
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
INSERT INTO "versions" VALUES('i55wvykmiw','wi85hnyb6q',1,'fit','','','[{"number":1,"title":"it builds","passed":true,"detail":"there is nothing to build","sent":"","came_back":"","right":"","log":""},{"number":2,"title":"it starts and says it is ready","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""},{"number":3,"title":"it answers its first turn with a legal move","passed":true,"detail":"it played LC","sent":"","came_back":"","right":"","log":""},{"number":4,"title":"it plays a whole game at seat 0","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":5,"title":"it plays a whole game at seat 1","passed":true,"detail":"15 turns","sent":"","came_back":"","right":"","log":""},{"number":6,"title":"it plays many games in one process","passed":true,"detail":"6 games","sent":"","came_back":"","right":"","log":""},{"number":7,"title":"it answers positions it has not seen coming","passed":true,"detail":"32 positions","sent":"","came_back":"","right":"","log":""},{"number":8,"title":"it plays every variant of the game","passed":true,"detail":"10 variants","sent":"","came_back":"","right":"","log":""},{"number":9,"title":"it stays well within its time","passed":true,"detail":"its slowest answer took 205.4 ms","sent":"","came_back":"","right":"","log":""},{"number":10,"title":"it leaves on `bye`","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""}]',1.79513295571287036138e+12,12288,12288);
INSERT INTO "versions" VALUES('4cisavdkjt','7f8i5gy257',1,'fit','','','[{"number":1,"title":"it builds","passed":true,"detail":"there is nothing to build","sent":"","came_back":"","right":"","log":""},{"number":2,"title":"it starts and says it is ready","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""},{"number":3,"title":"it answers its first turn with a legal move","passed":true,"detail":"it played RB","sent":"","came_back":"","right":"","log":""},{"number":4,"title":"it plays a whole game at seat 0","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":5,"title":"it plays a whole game at seat 1","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":6,"title":"it plays many games in one process","passed":true,"detail":"6 games","sent":"","came_back":"","right":"","log":""},{"number":7,"title":"it answers positions it has not seen coming","passed":true,"detail":"32 positions","sent":"","came_back":"","right":"","log":""},{"number":8,"title":"it plays every variant of the game","passed":true,"detail":"10 variants","sent":"","came_back":"","right":"","log":""},{"number":9,"title":"it stays well within its time","passed":true,"detail":"its slowest answer took 102.9 ms","sent":"","came_back":"","right":"","log":""},{"number":10,"title":"it leaves on `bye`","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""}]',1.79513295601918310539e+12,12288,12288);
CREATE TABLE writer (
	id INTEGER NOT NULL, 
	server VARCHAR(16) NOT NULL, 
	number BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "writer" VALUES(1,'38b1dc214dd28458',81);
CREATE INDEX audit_action ON audit (action, id);
CREATE INDEX audit_actor ON audit (actor, id);
CREATE INDEX reviews_made ON reviews (made_ms);
CREATE INDEX bot_games_first ON bot_games (first, number);
CREATE INDEX bot_games_second ON bot_games (second, number);
CREATE INDEX bot_games_game ON bot_games (game, number);
CREATE INDEX bot_games_occasion ON bot_games (occasion);
CREATE INDEX bot_games_kind ON bot_games (kind, ended_ms);
CREATE INDEX jobs_kind ON jobs (kind, state, number);
CREATE INDEX jobs_state ON jobs (state, rank, number);
CREATE INDEX tables_rated ON tables (rated_from_ms) WHERE rated_from_ms IS NOT NULL;
CREATE INDEX tables_open_to ON tables (open_to) WHERE open_to IS NOT NULL;
CREATE INDEX tables_owner ON tables (owner, live);
CREATE INDEX tables_live ON tables (live, number);
CREATE INDEX tables_due ON tables (due_ms) WHERE due_ms IS NOT NULL;
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
CREATE INDEX tournaments_owner ON tournaments (owner, state);
CREATE INDEX tournaments_state ON tournaments (state, created_ms);
CREATE INDEX versions_fit ON versions (state, bot, number);
CREATE INDEX tournament_players_account ON tournament_players (account);
CREATE INDEX trials_bot ON trials (bot, created_ms);
COMMIT;
