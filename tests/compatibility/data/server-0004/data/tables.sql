BEGIN TRANSACTION;
CREATE TABLE accounts (
	id BIGINT NOT NULL, 
	name VARCHAR(30) NOT NULL, 
	folded VARCHAR(120) NOT NULL, 
	role VARCHAR(12) NOT NULL, 
	password TEXT NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	disabled BOOLEAN NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (folded), 
	UNIQUE (guest)
);
INSERT INTO "accounts" VALUES(1,'Root','root','admin','$argon2id$v=19$m=49152,t=2,p=1$WdJvItF3VGfcbl8HLSTNDQ$2yVvrIR/qtrF89DCywqaE0dFwwa5kaCJV5eTKOKm5Vg','3f4e64d8917dd6ae171620641c5a1c3ef1802663b8cb35008e692de8252adb7d',0,1.79481635200178564447e+12);
INSERT INTO "accounts" VALUES(2,'Ms Gray','msgray','organiser','$argon2id$v=19$m=49152,t=2,p=1$h6DjoKFOMGBGTOs2Xzn7Xg$4+1qBWVCy+/ExmVTZa0D/swtTceTE4fvbVrGwDAFgzE','da083159ce393cb9cd9dae3f08251eee0ceec6baa0f86a86ea932bee79d4d22b',0,1.79481635219579980468e+12);
INSERT INTO "accounts" VALUES(3,'Ada','ada','player','$argon2id$v=19$m=49152,t=2,p=1$+PDT924U6VB0aOrilKdhHQ$daE72m3KyLZ2U6bBrA5byH4GqIev3Wq9kVXk5bildug','2fd6a13b34d331c0cb15f8976ff10caeb28c92d2f9cf082306f341e873d9e19e',0,1.79481635293227636714e+12);
INSERT INTO "accounts" VALUES(4,'Bob','bob','player','$argon2id$v=19$m=49152,t=2,p=1$bn2bFWRTAG6x8bykcmyXEA$YAJZdJu5G8+cMx5CgxzxfYU7KPHiB3XEHg3eujzz5vw','84e7e50bbb0c7a1c5f41f8be6a2953a120ca5d2cd4872560db48278a8495f96a',0,1.79481635361020825194e+12);
INSERT INTO "accounts" VALUES(5,'Mallory','mallory','player','$argon2id$v=19$m=49152,t=2,p=1$dTu836GvgBPEvIugskbCDw$qrpBW2PdtO/Jr6yvf0fk6VmUC4Nsv547+OFfLcQbjLQ','c92d37264e06a07359c6af645197ba4df780875cf05aa18e1b877f18b24479ee',1,1.79481635430745239262e+12);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	actor BIGINT, 
	action VARCHAR(40) NOT NULL, 
	subject VARCHAR(80) NOT NULL, 
	detail TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "audit" VALUES(1,1.79481634996738427731e+12,NULL,'admin.link','server','{}');
INSERT INTO "audit" VALUES(2,1.79481635200180688477e+12,1,'account.register','account:1','{"name":"Root","role":"player","code":null}');
INSERT INTO "audit" VALUES(3,1.79481635205077099609e+12,1,'account.role','account:1','{"name":"Root","from":"player","to":"admin"}');
INSERT INTO "audit" VALUES(4,1.79481635208099975587e+12,1,'invite.make','invite:HLWM','{"label":"teachers","role":"organiser","uses":2,"days":30}');
INSERT INTO "audit" VALUES(5,1.79481635219582983395e+12,2,'account.register','account:2','{"name":"Ms Gray","role":"organiser","code":"teachers"}');
INSERT INTO "audit" VALUES(6,1.79481635222441333011e+12,2,'invite.make','invite:9RBH','{"label":"class 4b","role":"player","uses":30,"days":30}');
INSERT INTO "audit" VALUES(7,1.79481635293229931636e+12,3,'account.register','account:3','{"name":"Ada","role":"player","code":null}');
INSERT INTO "audit" VALUES(8,1.79481635361023071292e+12,4,'account.register','account:4','{"name":"Bob","role":"player","code":null}');
INSERT INTO "audit" VALUES(9,1.79481635430747167971e+12,5,'account.register','account:5','{"name":"Mallory","role":"player","code":null}');
INSERT INTO "audit" VALUES(10,1.79481635435145971679e+12,1,'account.disable','account:5','{"name":"Mallory"}');
INSERT INTO "audit" VALUES(11,1.79481635511906445316e+12,3,'bot.hand_in','bot:xt656hssqc','{"name":"cleo","version":1}');
INSERT INTO "audit" VALUES(12,1.79481635517554589847e+12,4,'bot.hand_in','bot:argejqyq7m','{"name":"dora","version":1}');
INSERT INTO "audit" VALUES(13,1.7948163630924594727e+12,2,'contest.create','contest:jca3fuj5jh','{"name":"By hand"}');
INSERT INTO "audit" VALUES(14,1.79481636310678759763e+12,2,'contest.open','contest:jca3fuj5jh','{"reason":""}');
INSERT INTO "audit" VALUES(15,1.79481636312427416998e+12,3,'contest.enter','contest:jca3fuj5jh','{"bot":"cleo"}');
INSERT INTO "audit" VALUES(16,1.79481636315540942381e+12,4,'contest.enter','contest:jca3fuj5jh','{"bot":"dora"}');
INSERT INTO "audit" VALUES(17,1.79481636318036987302e+12,2,'contest.frozen','contest:jca3fuj5jh','{"entries":2,"reason":"it is time"}');
INSERT INTO "audit" VALUES(18,1.79481636321389624024e+12,2,'contest.start','contest:jca3fuj5jh','{"reason":"it is time"}');
INSERT INTO "audit" VALUES(19,1.79481639326180566411e+12,NULL,'contest.over','contest:jca3fuj5jh','{}');
INSERT INTO "audit" VALUES(20,1.7948163967970976562e+12,2,'contest.change','contest:jca3fuj5jh','{"published":true,"what":["published"],"reason":""}');
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
INSERT INTO "bot_games" VALUES(1,'48w4wur498','ladder','3',900,'tank_war','xt656hssqc','random','g3jvrpny4d','','["cleo","random"]',1,'tanks',1,'','{"steelyard":1,"game":"tank_war","rules_version":1,"options":{},"start":"053/053/053/053/053/053","seed":"28d8ecd9889563d4d3b219602463cd88","number":900,"players":[{"name":"cleo","bot":"@g3jvrpny4d","version":""},{"name":"random","bot":"random","version":""}],"clock":"bank:12s","turns":[{"moves":["RA","LB"],"wall_ms":[17.08,17.08],"cpu_ms":[0.531,0.479],"delay_ms":0.0},{"moves":["LA","LB"],"wall_ms":[0.075,0.075],"cpu_ms":[0.093,0.266],"delay_ms":0.0},{"moves":["LB","RB"],"wall_ms":[0.053,0.053],"cpu_ms":[0.1,0.102],"delay_ms":0.0},{"moves":["LC","RB"],"wall_ms":[0.072,0.072],"cpu_ms":[0.0,0.0],"delay_ms":0.0},{"moves":["RC","RA"],"wall_ms":[0.252,0.463],"cpu_ms":[0.213,0.324],"delay_ms":0.0},{"moves":["RB","RC"],"wall_ms":[0.066,0.066],"cpu_ms":[0.071,0.1],"delay_ms":0.0},{"moves":["RA","LB"],"wall_ms":[0.074,0.074],"cpu_ms":[0.0,0.17],"delay_ms":0.0},{"moves":["LC","RC"],"wall_ms":[11.759,0.039],"cpu_ms":[0.395,0.0],"delay_ms":0.0},{"moves":["LB","LC"],"wall_ms":[0.064,11.191],"cpu_ms":[0.172,0.23],"delay_ms":0.0},{"moves":["LA","LA"],"wall_ms":[0.068,5.457],"cpu_ms":[0.23,0.614],"delay_ms":0.0},{"moves":["RC","LA"],"wall_ms":[0.097,0.097],"cpu_ms":[0.131,0.187],"delay_ms":0.0},{"moves":["LA","LA"],"wall_ms":[0.128,0.128],"cpu_ms":[0.0,0.0],"delay_ms":0.0}],"events":[],"outcome":{"winner":1,"reason":"tanks","score":[1,3]},"verdict":null,"hash":"513045267f0118a3fda767d8bb3524220dd8d249bfd50601a68b5e8645116972"}
',1.79481636102487109377e+12);
INSERT INTO "bot_games" VALUES(2,'8z9qg5y57j','ladder','3',901,'tank_war','random','xt656hssqc','','g3jvrpny4d','["random","cleo"]',1,'boxes',1,'','{"steelyard":1,"game":"tank_war","rules_version":1,"options":{},"start":"053/053/053/053/053/053","seed":"74f6ab059ef6dedeeb28163b4849252c","number":901,"players":[{"name":"random","bot":"random","version":""},{"name":"cleo","bot":"@g3jvrpny4d","version":""}],"clock":"bank:12s","turns":[{"moves":["RB","RA"],"wall_ms":[0.045,15.946],"cpu_ms":[0.581,0.209],"delay_ms":0.0},{"moves":["LC","LA"],"wall_ms":[0.071,0.242],"cpu_ms":[0.13,0.273],"delay_ms":0.0},{"moves":["RA","LB"],"wall_ms":[0.041,2.033],"cpu_ms":[0.163,0.101],"delay_ms":0.0},{"moves":["RC","LC"],"wall_ms":[0.042,0.198],"cpu_ms":[0.092,0.215],"delay_ms":0.0},{"moves":["LB","RC"],"wall_ms":[0.034,0.083],"cpu_ms":[0.084,0.093],"delay_ms":0.0},{"moves":["LB","RB"],"wall_ms":[0.03,0.259],"cpu_ms":[0.091,0.068],"delay_ms":0.0},{"moves":["LC","RA"],"wall_ms":[0.033,0.098],"cpu_ms":[0.103,0.103],"delay_ms":0.0},{"moves":["RB","RA"],"wall_ms":[0.032,2.786],"cpu_ms":[0.0,0.085],"delay_ms":0.0},{"moves":["LA","LB"],"wall_ms":[0.272,0.272],"cpu_ms":[0.266,0.151],"delay_ms":0.0},{"moves":["RC","RB"],"wall_ms":[0.037,0.087],"cpu_ms":[0.093,0.093],"delay_ms":0.0},{"moves":["RA","RB"],"wall_ms":[0.032,0.049],"cpu_ms":[0.081,0.068],"delay_ms":0.0},{"moves":["RA","LA"],"wall_ms":[0.03,0.076],"cpu_ms":[0.0,0.085],"delay_ms":0.0}],"events":[],"outcome":{"winner":1,"reason":"boxes","score":[16,20]},"verdict":null,"hash":"edf705bb2c195e08a64732efea6161150239fb444ba58ee6e31628f9857a0101"}
',1.79481636115281542966e+12);
INSERT INTO "bot_games" VALUES(3,'gt6unppwwg','ladder','3',902,'tank_war','xt656hssqc','random','g3jvrpny4d','','["cleo","random"]',1,'tanks',1,'','{"steelyard":1,"game":"tank_war","rules_version":1,"options":{},"start":"053/053/053/053/053/053","seed":"f2f488e2b020e98f2a574d89bb2fd100","number":902,"players":[{"name":"cleo","bot":"@g3jvrpny4d","version":""},{"name":"random","bot":"random","version":""}],"clock":"bank:12s","turns":[{"moves":["RB","RC"],"wall_ms":[0.046,0.046],"cpu_ms":[0.428,0.518],"delay_ms":0.0},{"moves":["RA","LC"],"wall_ms":[0.059,0.059],"cpu_ms":[0.065,0.099],"delay_ms":0.0},{"moves":["LA","LB"],"wall_ms":[0.056,0.056],"cpu_ms":[0.125,0.125],"delay_ms":0.0},{"moves":["LB","RC"],"wall_ms":[0.036,0.036],"cpu_ms":[0.073,0.088],"delay_ms":0.0},{"moves":["LC","RC"],"wall_ms":[0.033,0.033],"cpu_ms":[0.079,0.091],"delay_ms":0.0},{"moves":["LA","LC"],"wall_ms":[0.051,0.051],"cpu_ms":[0.0,0.0],"delay_ms":0.0},{"moves":["LB","LC"],"wall_ms":[7.359,0.146],"cpu_ms":[0.329,0.314],"delay_ms":0.0},{"moves":["RA","RB"],"wall_ms":[0.082,0.082],"cpu_ms":[0.194,0.161],"delay_ms":0.0},{"moves":["LC","RB"],"wall_ms":[0.064,0.064],"cpu_ms":[0.11,0.09],"delay_ms":0.0},{"moves":["RB","LA"],"wall_ms":[0.089,0.089],"cpu_ms":[0.16,0.119],"delay_ms":0.0},{"moves":["RA","RA"],"wall_ms":[0.072,0.072],"cpu_ms":[0.243,0.166],"delay_ms":0.0},{"moves":["RB","RB"],"wall_ms":[0.055,0.055],"cpu_ms":[0.0,0.0],"delay_ms":0.0}],"events":[],"outcome":{"winner":1,"reason":"tanks","score":[1,3]},"verdict":null,"hash":"7e5898096394001e370023d21603b4e38284d4bca7a4b4191d903713de4670bc"}
',1.79481636122576123041e+12);
INSERT INTO "bot_games" VALUES(4,'8ekjks28h5','ladder','3',903,'tank_war','random','xt656hssqc','','g3jvrpny4d','["random","cleo"]',1,'tanks',1,'','{"steelyard":1,"game":"tank_war","rules_version":1,"options":{},"start":"053/053/053/053/053/053","seed":"15e48440b19b52fc2ed8bdcab6081eac","number":903,"players":[{"name":"random","bot":"random","version":""},{"name":"cleo","bot":"@g3jvrpny4d","version":""}],"clock":"bank:12s","turns":[{"moves":["LB","LA"],"wall_ms":[0.041,1.178],"cpu_ms":[0.352,0.259],"delay_ms":0.0},{"moves":["LC","LB"],"wall_ms":[18.783,18.783],"cpu_ms":[0.474,0.147],"delay_ms":0.0},{"moves":["RA","LC"],"wall_ms":[0.099,3.558],"cpu_ms":[0.313,0.354],"delay_ms":0.0},{"moves":["LA","RC"],"wall_ms":[0.101,0.101],"cpu_ms":[0.0,0.11],"delay_ms":0.0},{"moves":["RB","RB"],"wall_ms":[3.871,0.029],"cpu_ms":[0.477,0.14],"delay_ms":0.0},{"moves":["RB","RA"],"wall_ms":[0.072,0.072],"cpu_ms":[0.173,0.076],"delay_ms":0.0},{"moves":["RB","LA"],"wall_ms":[0.115,0.115],"cpu_ms":[0.0,0.152],"delay_ms":0.0},{"moves":["LB","RA"],"wall_ms":[5.894,0.034],"cpu_ms":[0.518,0.153],"delay_ms":0.0},{"moves":["RA","RB"],"wall_ms":[0.115,0.115],"cpu_ms":[0.0,0.078],"delay_ms":0.0},{"moves":["RA","RC"],"wall_ms":[23.81,0.031],"cpu_ms":[0.175,0.0],"delay_ms":0.0},{"moves":["LA","RB"],"wall_ms":[0.278,0.278],"cpu_ms":[0.457,0.255],"delay_ms":0.0},{"moves":["RC","RA"],"wall_ms":[0.082,0.082],"cpu_ms":[0.0,0.104],"delay_ms":0.0},{"moves":["RA","LC"],"wall_ms":[0.087,0.064],"cpu_ms":[0.208,0.055],"delay_ms":0.0},{"moves":["RA","RA"],"wall_ms":[0.098,0.098],"cpu_ms":[0.16,0.0],"delay_ms":0.0}],"events":[],"outcome":{"winner":1,"reason":"tanks","score":[1,2]},"verdict":null,"hash":"028906e299755ff4ef9d2154dd9df803ac34e6bcab568d431500f7ee1e815f7d"}
',1.79481636141554565426e+12);
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
	PRIMARY KEY (id), 
	UNIQUE (owner, game, name), 
	FOREIGN KEY(owner) REFERENCES accounts (id)
);
INSERT INTO "bots" VALUES('xt656hssqc',3,'tank_war','cleo',0,1,'',0.0,'',1.79481635511903588869e+12);
INSERT INTO "bots" VALUES('argejqyq7m',4,'tank_war','dora',0,1,'',0.0,'',1.79481635517550610356e+12);
CREATE TABLE contest_entries (
	contest VARCHAR(16) NOT NULL, 
	account BIGINT NOT NULL, 
	bot VARCHAR(16) NOT NULL, 
	version VARCHAR(16) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	late BOOLEAN NOT NULL, 
	entered_ms DOUBLE NOT NULL, 
	PRIMARY KEY (contest, account), 
	FOREIGN KEY(contest) REFERENCES contests (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
INSERT INTO "contest_entries" VALUES('jca3fuj5jh',3,'xt656hssqc','g3jvrpny4d','Ada',0,1.79481636312425146479e+12);
INSERT INTO "contest_entries" VALUES('jca3fuj5jh',4,'argejqyq7m','iedgbxbq68','Bob',0,1.79481636315538085934e+12);
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
	PRIMARY KEY (id), 
	FOREIGN KEY(owner) REFERENCES accounts (id)
);
INSERT INTO "contests" VALUES('jca3fuj5jh',2,'By hand','tank_war','over','name = "By hand"
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
',1,1,'','d8lT5ix_Oz1i_2WWZgMQ_WE4xrZLCle9X3RHoOqCDJc',1.79481636316353027342e+12,1.79481636321378100582e+12,'',1.79481636309243530267e+12);
CREATE TABLE entries (
	table_id VARCHAR(16) NOT NULL, 
	seq INTEGER NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "entries" VALUES('m4yxq4h3pm',1,1.79481635448279492183e+12,'{"kind":"sealed","seat":0,"move":"LB","spent_ms":0.0}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',2,1.79481635462903295896e+12,'{"kind":"turn","moves":["LB","LB"],"spent_ms":[0.0,0.66]}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',3,1.79481635463662695315e+12,'{"kind":"sealed","seat":1,"move":"LB","spent_ms":0.374}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',4,1.79481635464500097654e+12,'{"kind":"turn","moves":["RB","LB"],"spent_ms":[0.0,0.374]}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',5,1.79481635465256909181e+12,'{"kind":"sealed","seat":1,"move":"LB","spent_ms":0.428}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',6,1.79481635466402709953e+12,'{"kind":"turn","moves":["LA","LB"],"spent_ms":[0.0,0.428]}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',7,1.7948163546725258789e+12,'{"kind":"sealed","seat":0,"move":"LC","spent_ms":0.0}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',8,1.79481635467361499026e+12,'{"kind":"turn","moves":["LC","LA"],"spent_ms":[0.0,0.271]}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',9,1794816354676.89,'{"kind":"sealed","seat":0,"move":"LA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',10,1.79481635467791601559e+12,'{"kind":"turn","moves":["LA","LC"],"spent_ms":[0.0,0.299]}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',11,1.79481635468833300786e+12,'{"kind":"sealed","seat":0,"move":"RC","spent_ms":0.0}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',12,1.79481635468943310539e+12,'{"kind":"turn","moves":["RC","RA"],"spent_ms":[0.0,0.334]}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',13,1.79481635470428393551e+12,'{"kind":"sealed","seat":0,"move":"RC","spent_ms":0.0}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',14,1.79481635471345288084e+12,'{"kind":"turn","moves":["RC","RA"],"spent_ms":[0.0,0.354]}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',15,1.79481635471771704105e+12,'{"kind":"sealed","seat":0,"move":"LC","spent_ms":0.0}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',16,1.79481635471787109373e+12,'{"kind":"turn","moves":["LC","RC"],"spent_ms":[0.0,0.205]}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',17,1.79481635472505297846e+12,'{"kind":"sealed","seat":0,"move":"RA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',18,1.79481635472679199221e+12,'{"kind":"turn","moves":["RA","RB"],"spent_ms":[0.0,0.14]}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',19,1.79481635474839599608e+12,'{"kind":"sealed","seat":0,"move":"LB","spent_ms":0.0}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',20,1.79481635475607495121e+12,'{"kind":"turn","moves":["LB","LA"],"spent_ms":[0.0,0.157]}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',21,1.79481635477202197269e+12,'{"kind":"sealed","seat":0,"move":"RA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',22,1.79481635477262597652e+12,'{"kind":"turn","moves":["RA","LA"],"spent_ms":[0.0,0.14]}');
INSERT INTO "entries" VALUES('m4yxq4h3pm',23,1.79481635477262597652e+12,'{"kind":"over","winner":1,"reason":"tanks","score":[2,3]}');
INSERT INTO "entries" VALUES('2iasagc7zu',1,1.7948163549194240722e+12,'{"kind":"seated","seat":1,"guest":"87ce35153b6608426e3a1a1950b8479150b0718b92cdd167c7a54550fa45a272","name":"Visitor"}');
INSERT INTO "entries" VALUES('2iasagc7zu',2,1.79481635500866308595e+12,'{"kind":"turn","moves":["g1-b1",null],"spent_ms":[89.101,null]}');
INSERT INTO "entries" VALUES('2iasagc7zu',3,1.79481635502402807618e+12,'{"kind":"turn","moves":[null,"a8-a3"],"spent_ms":[null,15.276]}');
INSERT INTO "entries" VALUES('2iasagc7zu',4,1.79481635506442407232e+12,'{"kind":"turn","moves":["b1-e1",null],"spent_ms":[40.282,null]}');
CREATE TABLE guests (
	id VARCHAR(64) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "guests" VALUES('87ce35153b6608426e3a1a1950b8479150b0718b92cdd167c7a54550fa45a272','Visitor',1.7948163510921989746e+12);
INSERT INTO "guests" VALUES('3f4e64d8917dd6ae171620641c5a1c3ef1802663b8cb35008e692de8252adb7d','Root',1.79481635200178564447e+12);
INSERT INTO "guests" VALUES('da083159ce393cb9cd9dae3f08251eee0ceec6baa0f86a86ea932bee79d4d22b','Ms Gray',1.79481635219579980468e+12);
INSERT INTO "guests" VALUES('2fd6a13b34d331c0cb15f8976ff10caeb28c92d2f9cf082306f341e873d9e19e','Ada',1.79481635293227636714e+12);
INSERT INTO "guests" VALUES('84e7e50bbb0c7a1c5f41f8be6a2953a120ca5d2cd4872560db48278a8495f96a','Bob',1.79481635361020825194e+12);
INSERT INTO "guests" VALUES('c92d37264e06a07359c6af645197ba4df780875cf05aa18e1b877f18b24479ee','Mallory',1.79481635430745239262e+12);
CREATE TABLE heartbeat (
	id INTEGER NOT NULL, 
	alive_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "heartbeat" VALUES(1,1.79481639831602636722e+12);
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
INSERT INTO "invites" VALUES('HLWMGGV45R','teachers','organiser',1,1.79740835208098315425e+12,1,1.79481635208098315426e+12);
INSERT INTO "invites" VALUES('9RBH99QVB7','class 4b','player',30,1.79740835222439404301e+12,2,1.79481635222439404302e+12);
CREATE TABLE jobs (
	number INTEGER NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	rank INTEGER NOT NULL, 
	payload TEXT NOT NULL, 
	owner BIGINT NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	attempts INTEGER NOT NULL, 
	claimed_by VARCHAR(80) NOT NULL, 
	beat_ms DOUBLE NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	result TEXT NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "jobs" VALUES(1,'build',0,'{"version":"g3jvrpny4d"}',3,'done',1,'host-b26b45e5-4026531836/3362/2992375',1794816358090.91,1.79481635511906567389e+12,'{"state":"fit"}');
INSERT INTO "jobs" VALUES(2,'build',0,'{"version":"iedgbxbq68"}',4,'done',1,'host-b26b45e5-4026531836/3362/2992375',1.79481636000261791995e+12,1.79481635517554663082e+12,'{"state":"fit"}');
INSERT INTO "jobs" VALUES(3,'ladder',2,'{"game":"tank_war","players":["xt656hssqc","random"],"seed":"9b658efbdc7c479e83863ec4c3e88bd3"}',3,'done',1,'host-b26b45e5-4026531836/3362/2992375',1.79481636042540283206e+12,1.79481636038661596672e+12,'{}');
INSERT INTO "jobs" VALUES(4,'ladder',2,'{"game":"tank_war","players":["argejqyq7m","random"],"seed":"38212ff762adaad1720499731aaa4378"}',4,'waiting',1,'',1.79481636191375854491e+12,1.79481636187314819337e+12,'');
INSERT INTO "jobs" VALUES(5,'contest',1,'{"contest":"jca3fuj5jh","length":768}',2,'done',1,'host-b26b45e5-4026531836/3486/2993179',1.7948163920179228516e+12,1.79481636321389355468e+12,'{"ended":"over","length":13380}');
CREATE TABLE links (
	id VARCHAR(64) NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	account BIGINT, 
	expires_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
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
INSERT INTO "ratings" VALUES('tank_war','xt656hssqc',2.16481383981234607469e+01,6.55537168688040416952e+00,4,'g3jvrpny4d',0);
INSERT INTO "ratings" VALUES('tank_war','random',1.72254713774651690982e+01,1.0,4,'',0);
CREATE TABLE seats (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('m4yxq4h3pm',0,'87ce35153b6608426e3a1a1950b8479150b0718b92cdd167c7a54550fa45a272');
INSERT INTO "seats" VALUES('2iasagc7zu',0,'2fd6a13b34d331c0cb15f8976ff10caeb28c92d2f9cf082306f341e873d9e19e');
INSERT INTO "seats" VALUES('2iasagc7zu',1,'87ce35153b6608426e3a1a1950b8479150b0718b92cdd167c7a54550fa45a272');
CREATE TABLE sessions (
	id VARCHAR(64) NOT NULL, 
	account BIGINT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	used_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
INSERT INTO "sessions" VALUES('bb7da5b35e9b7e84754d95399aa836e6f7b6e5f2a1c6bd57e340148b633497da',1,1.79481635205982275388e+12,1.79481635205982275388e+12);
INSERT INTO "sessions" VALUES('cc436dc2312bf8ac2fd83bc6a82d6e0ec2dde2e90765d2bcb1aea541a9bb4a51',2,1.79481635219768066412e+12,1.79481635219768066412e+12);
INSERT INTO "sessions" VALUES('8329a1bf96ffa04827fd316cfc024a382c4625f3421ba80bc590158192fc18fb',3,1.79481635293574829097e+12,1.79481635293574829097e+12);
INSERT INTO "sessions" VALUES('f195440857362afb2c56f58e891a6c62666d2bb64c99bcfe8f8f416fd9ddf7e6',4,1.79481635361977148439e+12,1.79481635361977148439e+12);
CREATE TABLE shares (
	owner BIGINT NOT NULL, 
	served_ms DOUBLE NOT NULL, 
	PRIMARY KEY (owner)
);
INSERT INTO "shares" VALUES(3,1.79481636042595874024e+12);
INSERT INTO "shares" VALUES(4,1.79481636191431738287e+12);
INSERT INTO "shares" VALUES(2,1794816370197.45);
CREATE TABLE tables (
	number INTEGER NOT NULL, 
	id VARCHAR(16) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	terms TEXT NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	live BOOLEAN NOT NULL, 
	minded BOOLEAN NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (id)
);
INSERT INTO "tables" VALUES(1,'m4yxq4h3pm','tank_war','{"id":"m4yxq4h3pm","game":"tank_war","options":{},"start":"053/053/053/053/053/053","clock":"none","chairs":[{"kind":"guest","name":"Visitor","guest":"87ce35153b6608426e3a1a1950b8479150b0718b92cdd167c7a54550fa45a272"},{"kind":"bot","name":"greedy","bot":"greedy"}],"seed":"9be00b00fa0d96e35e08bc9b34485f0e","owner":"87ce35153b6608426e3a1a1950b8479150b0718b92cdd167c7a54550fa45a272","invite":"","created_ms":1794816354420.8289,"origin":null,"rematch_of":null}','87ce35153b6608426e3a1a1950b8479150b0718b92cdd167c7a54550fa45a272',0,0,1.79481635442082885743e+12);
INSERT INTO "tables" VALUES(2,'2iasagc7zu','tank_battle','{"id":"2iasagc7zu","game":"tank_battle","options":{},"start":"Bbbbb6/bbbb7/bbb8/bb9/11/11/11/9ww/8www/7wwww/6wwwwW w 0","clock":"days:7","chairs":[{"kind":"guest","name":"Ada","guest":"2fd6a13b34d331c0cb15f8976ff10caeb28c92d2f9cf082306f341e873d9e19e"},{"kind":"open"}],"seed":"826baa4528e457fab1cd1e48fd49bdf6","owner":"2fd6a13b34d331c0cb15f8976ff10caeb28c92d2f9cf082306f341e873d9e19e","invite":"kxK1_IN0P_g-nwL23AIFQg","created_ms":1794816354865.324,"origin":null,"rematch_of":null}','2fd6a13b34d331c0cb15f8976ff10caeb28c92d2f9cf082306f341e873d9e19e',1,1,1.79481635486532397454e+12);
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
	PRIMARY KEY (id), 
	UNIQUE (bot, number), 
	FOREIGN KEY(bot) REFERENCES bots (id)
);
INSERT INTO "versions" VALUES('g3jvrpny4d','xt656hssqc',1,'fit','','','[{"number":1,"title":"it builds","passed":true,"detail":"there is nothing to build","sent":"","came_back":"","right":"","log":""},{"number":2,"title":"it starts and says it is ready","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""},{"number":3,"title":"it answers its first turn with a legal move","passed":true,"detail":"it played LC","sent":"","came_back":"","right":"","log":""},{"number":4,"title":"it plays a whole game at seat 0","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":5,"title":"it plays a whole game at seat 1","passed":true,"detail":"15 turns","sent":"","came_back":"","right":"","log":""},{"number":6,"title":"it plays many games in one process","passed":true,"detail":"6 games","sent":"","came_back":"","right":"","log":""},{"number":7,"title":"it answers positions it has not seen coming","passed":true,"detail":"32 positions","sent":"","came_back":"","right":"","log":""},{"number":8,"title":"it plays every variant of the game","passed":true,"detail":"10 variants","sent":"","came_back":"","right":"","log":""},{"number":9,"title":"it stays well within its time","passed":true,"detail":"its slowest answer took 7.8 ms","sent":"","came_back":"","right":"","log":""},{"number":10,"title":"it leaves on `bye`","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""}]',1.79481635511904370119e+12);
INSERT INTO "versions" VALUES('iedgbxbq68','argejqyq7m',1,'fit','','','[{"number":1,"title":"it builds","passed":true,"detail":"there is nothing to build","sent":"","came_back":"","right":"","log":""},{"number":2,"title":"it starts and says it is ready","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""},{"number":3,"title":"it answers its first turn with a legal move","passed":true,"detail":"it played RB","sent":"","came_back":"","right":"","log":""},{"number":4,"title":"it plays a whole game at seat 0","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":5,"title":"it plays a whole game at seat 1","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":6,"title":"it plays many games in one process","passed":true,"detail":"6 games","sent":"","came_back":"","right":"","log":""},{"number":7,"title":"it answers positions it has not seen coming","passed":true,"detail":"32 positions","sent":"","came_back":"","right":"","log":""},{"number":8,"title":"it plays every variant of the game","passed":true,"detail":"10 variants","sent":"","came_back":"","right":"","log":""},{"number":9,"title":"it stays well within its time","passed":true,"detail":"its slowest answer took 0.3 ms","sent":"","came_back":"","right":"","log":""},{"number":10,"title":"it leaves on `bye`","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""}]',1.79481635517551806643e+12);
CREATE INDEX tables_live ON tables (live, number);
CREATE INDEX seats_guest ON seats (guest);
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX audit_actor ON audit (actor, id);
CREATE INDEX audit_action ON audit (action, id);
CREATE INDEX bots_game ON bots (game);
CREATE INDEX versions_state ON versions (state);
CREATE INDEX bot_games_first ON bot_games (first, number);
CREATE INDEX bot_games_second ON bot_games (second, number);
CREATE INDEX bot_games_game ON bot_games (game, number);
CREATE INDEX bot_games_occasion ON bot_games (occasion);
CREATE INDEX trials_bot ON trials (bot, created_ms);
CREATE INDEX jobs_state ON jobs (state, rank, number);
CREATE INDEX contests_owner ON contests (owner);
COMMIT;
